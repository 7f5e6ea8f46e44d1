import type { Multiaddr } from '@multiformats/multiaddr'

const HOSTS = ['dns', 'dns4', 'dns6', 'ip4', 'ip6']

/** What comes behind the port of an address of a WebSocket, and whether that is one with TLS. */
const KINDS: ReadonlyMap<string, boolean> = new Map([['ws', false], ['wss', true], ['tls/ws', true]])

/**
 * The URL at which a WebSocket is asked for with `fetch`; undefined for an address of another kind.
 *
 * @param address - such as `/dns/node.example/tcp/443/wss`, with or without the ID of a peer at its end
 */
export function socketUrl (address: Multiaddr): string | undefined {
  const [host, port, ...rest] = address.getComponents()
  const kind = rest.filter(({ name }) => name !== 'sni' && name !== 'p2p').map(({ name }) => name).join('/')
  const isSecure = KINDS.get(kind)
  // of an address through a relay, or with something else behind the peer, this is the way to another one
  const isWhole = rest.findIndex(({ name }) => name === 'p2p') === -1 || rest.at(-1)?.name === 'p2p'

  if (host == null || !HOSTS.includes(host.name) || port?.name !== 'tcp' || isSecure == null || !isWhole) {
    return undefined
  }

  return `${isSecure ? 'https' : 'http'}://${host.name === 'ip6' ? `[${host.value}]` : host.value}:${port.value}/`
}
