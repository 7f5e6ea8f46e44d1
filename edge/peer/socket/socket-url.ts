import type { Multiaddr } from '@multiformats/multiaddr'

const HOSTS = ['dns', 'dns4', 'dns6', 'ip4', 'ip6']

/** Address suffixes of WebSockets, and whether they use TLS. */
const KINDS: ReadonlyMap<string, boolean> = new Map([['ws', false], ['wss', true], ['tls/ws', true]])

/**
 * Returns the URL at which `fetch` requests a WebSocket; undefined for any other address.
 *
 * @param address - for example `/dns/node.example/tcp/443/wss`, with or without a peer ID at its end
 */
export function socketUrl (address: Multiaddr): string | undefined {
  const [host, port, ...rest] = address.getComponents()
  const kind = rest.filter(({ name }) => name !== 'sni' && name !== 'p2p').map(({ name }) => name).join('/')
  const isSecure = KINDS.get(kind)
  // An address through a relay, or with a suffix after the peer, leads to another peer.
  const isComplete = rest.findIndex(({ name }) => name === 'p2p') === -1 || rest.at(-1)?.name === 'p2p'

  if (host == null || !HOSTS.includes(host.name) || port?.name !== 'tcp' || isSecure == null || !isComplete) {
    return undefined
  }

  return `${isSecure ? 'https' : 'http'}://${host.name === 'ip6' ? `[${host.value}]` : host.value}:${port.value}/`
}
