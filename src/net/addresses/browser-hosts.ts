import { parseMultiaddr } from './parse-multiaddr.ts'
import type { PeerAddresses } from './peer-addresses.ts'

/** The protocols in addresses that browsers may be able to dial. */
const BROWSER_PARTS = ['dnsaddr', 'ws', 'wss', 'webtransport', 'webrtc-direct']

/** Returns the hosts of the addresses that a node in a browser may dial, without duplicates. */
export function browserHosts (peers: readonly PeerAddresses[]): string[] {
  const hosts = peers.flatMap(({ Addrs }) =>
    Addrs.flatMap((text) => {
      const [first, ...rest] = parseMultiaddr(text).getComponents()
      return first?.value != null && [first, ...rest].some(({ name }) => BROWSER_PARTS.includes(name))
        ? first.value
        : []
    })
  )

  return [...new Set(hosts)]
}
