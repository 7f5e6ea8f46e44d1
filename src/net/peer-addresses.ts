import { parseMultiaddr } from './parse-multiaddr.ts'
import { splitP2p } from './split-p2p.ts'

/** A peer and the ways to it. */
export interface PeerAddresses {
  /** in base58 */
  ID: string
  /** without the ID at their end */
  Addrs: string[]
}

/**
 * The peers of addresses that end with an ID, each once, in the order of their first address (go-libp2p
 * `peer.AddrInfosFromP2pAddrs`, whose order is that of a Go map).
 *
 * @throws an Error with go-libp2p's words
 */
export function peerAddresses (texts: readonly string[]): PeerAddresses[] {
  const peers = new Map<string, PeerAddresses>()

  for (const address of texts.map(parseMultiaddr)) {
    const { id, transport } = splitP2p(address)

    if (id == null) {
      throw new Error('invalid p2p multiaddr')
    }

    const peer = peers.get(id) ?? { ID: id, Addrs: [] }
    peers.set(id, peer)

    if (transport != null) {
      peer.Addrs.push(transport)
    }
  }

  return [...peers.values()]
}
