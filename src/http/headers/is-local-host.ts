const LOCAL_NAME = /^(.+\.)?localhost$|\.(local|internal|home\.arpa)$/

/** Loopback, private, link-local and carrier-grade NAT networks (RFC 1918, 3927, 6598, 6890). */
const LOCAL_IPV4 =
  /^(0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./

/** Loopback, unspecified, IPv4-mapped, unique local and link-local addresses. */
const LOCAL_IPV6 = /^\[(::|f[cd]|fe[89ab])/

/**
 * Returns whether the host of a URL is this machine or a host of its local network. Answers of routers must not direct
 * a browser there, because devices of a local network often trust every client. Does not resolve DNS names, so a public
 * name with a local address is not detected.
 */
export function isLocalHost (host: string): boolean {
  return LOCAL_NAME.test(host) || LOCAL_IPV4.test(host) || LOCAL_IPV6.test(host)
}
