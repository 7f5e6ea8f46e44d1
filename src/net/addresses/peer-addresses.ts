import { parseMultiaddr } from './parse-multiaddr.ts'
import { splitP2p } from './split-p2p.ts'

/** A peer and its addresses. */
export interface PeerAddresses {
  /** In base58. */
  ID: string
  /** Without the peer ID at the end. */
  Addrs: string[]
}

/**
 * Groups addresses that end with a peer ID by peer, in the order of their first address (go-libp2p
 * `peer.AddrInfosFromP2pAddrs`, which has the order of a Go map).
 *
 * @throws an Error with go-libp2p's message
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

/**
 * Returns the addresses of peers with the ID at the end; only the ID for a peer without addresses (go-libp2p
 * `peer.AddrInfoToP2pAddrs`).
 */
export function fullAddresses (peers: readonly PeerAddresses[]): string[] {
  return peers.flatMap(({ ID, Addrs }) =>
    Addrs.length === 0 ? [`/p2p/${ID}`] : Addrs.map((address) => `${address}/p2p/${ID}`)
  )
}

/** Returns the peers of all well-formed addresses. */
export function readablePeers (texts: readonly string[]): PeerAddresses[] {
  return peerAddresses(texts.filter((text) => {
    try {
      return peerAddresses([text]).length > 0
    } catch {
      return false
    }
  }))
}
