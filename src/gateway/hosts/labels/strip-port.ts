/**
 * Removes the port of a host, and the brackets of an IPv6 address (Go's `net.SplitHostPort`). A host without a port is
 * returned unchanged.
 */
export function stripPort (host: string): string {
  const [, address, name] = /^(?:\[([^[\]]*)\]|([^:[\]]*)):[^:[\]]*$/.exec(host) ?? []
  return address ?? name ?? host
}
