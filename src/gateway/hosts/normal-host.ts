/** A host name without the dot that it may end with, in lower case: one of several ways to write it. Its port stays. */
export function normalHost (host: string): string {
  return host.toLowerCase().replace(/\.(?=(?::\d*)?$)/, '')
}
