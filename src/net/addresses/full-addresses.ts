import type { PeerAddresses } from './peer-addresses.ts'

/**
 * Returns the addresses of peers with the ID at the end; only the ID for a peer without addresses (go-libp2p
 * `peer.AddrInfoToP2pAddrs`).
 */
export function fullAddresses (peers: readonly PeerAddresses[]): string[] {
  return peers.flatMap(({ ID, Addrs }) =>
    Addrs.length === 0 ? [`/p2p/${ID}`] : Addrs.map((address) => `${address}/p2p/${ID}`)
  )
}
