/** A host without its port and without the brackets of an IPv6 address (Go's `net.SplitHostPort`); one without a port stays as it is. */
export function stripPort (host: string): string {
  const [, address, name] = /^(?:\[([^[\]]*)\]|([^:[\]]*)):[^:[\]]*$/.exec(host) ?? []
  return address ?? name ?? host
}
