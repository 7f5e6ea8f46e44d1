/** Normalizes a host name: lower case, without a trailing dot. Keeps the port. */
export function normalHost (host: string): string {
  return host.toLowerCase().replace(/\.(?=(?::\d*)?$)/, '')
}
