/**
 * A host name or bracketed IPv6 address, with an optional port. Excludes characters that would end the host in a URL.
 */
const HOST = /^(?:\[[0-9a-f:.]+\]|[^\x00-\x20"#%/:<>?@[\\\]^`{|}\x7f]+)(?::\d*)?$/i

/** A proxy may send labels that are longer than DNS allows, up to this total. */
const MAX_HOST_CHARS = 1024

/** Whether a text is a valid host with an optional port, and a URL would read all of it as the host. */
export function isHostText (text: string): boolean {
  return text.length <= MAX_HOST_CHARS && HOST.test(text)
}

/** Normalizes a host name: lower case, without a trailing dot. Keeps the port. */
export function normalHost (host: string): string {
  return host.toLowerCase().replace(/\.(?=(?::\d*)?$)/, '')
}

/**
 * Removes the port of a host, and the brackets of an IPv6 address (Go's `net.SplitHostPort`). A host without a port is
 * returned unchanged.
 */
export function stripPort (host: string): string {
  const [, address, name] = /^(?:\[([^[\]]*)\]|([^:[\]]*)):[^:[\]]*$/.exec(host) ?? []
  return address ?? name ?? host
}

const IPV4_BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${IPV4_BYTE}(?:\\.${IPV4_BYTE}){3}$`)
const IPV6_GROUP = /^[0-9a-f]{1,4}$/i
const IPV6_GROUPS = 8

/** Whether a host without a port is an IP address; IPv6 without brackets (Go's `net.ParseIP`). */
export function isIpAddress (host: string): boolean {
  return IPV4.test(host) || isIpv6(host)
}

function isIpv6 (host: string): boolean {
  const halves = host.split('::')

  if (!host.includes(':') || halves.length > 2) {
    return false
  }

  const groups = halves.flatMap((half) => half === '' ? [] : half.split(':'))
  const last = groups.at(-1) ?? ''
  // An IPv4 address may replace the last two groups.
  const plain = IPV4.test(last) && !host.endsWith('::') ? [...groups.slice(0, -1), '0', '0'] : groups
  return plain.every((group) => IPV6_GROUP.test(group)) &&
    (halves.length === 2 ? plain.length < IPV6_GROUPS : plain.length === IPV6_GROUPS)
}
