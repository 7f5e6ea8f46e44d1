const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`)
const GROUP = /^[0-9a-f]{1,4}$/i
const GROUPS = 8

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
  return plain.every((group) => GROUP.test(group)) &&
    (halves.length === 2 ? plain.length < GROUPS : plain.length === GROUPS)
}
