import { parseMultiaddr } from './parse-multiaddr.ts'
import type { PeerAddresses } from './peer-addresses.ts'

/** Parts of an address that a browser may be able to dial. */
const BROWSER_PARTS = ['dnsaddr', 'ws', 'wss', 'webtransport', 'webrtc-direct']

/** The hosts of the addresses of peers that a node in a browser may dial, each once. */
export function browserHosts (peers: readonly PeerAddresses[]): string[] {
  const hosts = peers.flatMap(({ Addrs }) => Addrs.flatMap((text) => {
    const [first, ...rest] = parseMultiaddr(text).getComponents()
    return first?.value != null && [first, ...rest].some(({ name }) => BROWSER_PARTS.includes(name)) ? first.value : []
  }))

  return [...new Set(hosts)]
}
