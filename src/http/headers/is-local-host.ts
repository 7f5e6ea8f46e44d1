const LOCAL_NAME = /^(.+\.)?localhost$|\.(local|internal|home\.arpa)$/

/** Networks of one machine, one house or one provider (RFC 1918, 3927, 6598, 6890). */
const LOCAL_IPV4 =
  /^(0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./

/** Loopback, unspecified, mapped IPv4, unique local and link local. */
const LOCAL_IPV6 = /^\[(::|f[cd]|fe[89ab])/

/**
 * Whether a host, as a URL has it, is this machine or one of its own network. What a router says may not lead a browser
 * there: who runs a node has devices beside it that believe whoever speaks to them. A name of the DNS that stands for
 * such an address is not known by its looks.
 */
export function isLocalHost (host: string): boolean {
  return LOCAL_NAME.test(host) || LOCAL_IPV4.test(host) || LOCAL_IPV6.test(host)
}
