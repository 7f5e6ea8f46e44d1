const MULTIADDR = /^\/(?:ip4|ip6|ip6zone|dns|dns4|dns6|dnsaddr|p2p|onion3|garlic64|unix)\//
const WITH_PEER = /\/(?:p2p|ipfs)\/[1-9A-Za-z]{20,}$/
/** Matches peer IDs of Ed25519 and secp256k1 keys; others look like a CID. */
const PEER_ID = /^(?:12D3KooW|16Uiu2HA)[1-9A-HJ-NP-Za-km-z]{40,}$/

/**
 * Returns the multiaddr of a peer that was typed or pasted: a whole one, or only an ID.
 *
 * @returns `incomplete` for the address of a machine, without a peer ID; undefined for other texts
 */
export function peerAddress (text: string): { address: string } | 'incomplete' | undefined {
  const trimmed = text.trim()
  if (MULTIADDR.test(trimmed)) {
    return WITH_PEER.test(trimmed) ? { address: trimmed } : 'incomplete'
  }
  return PEER_ID.test(trimmed) ? { address: `/p2p/${trimmed}` } : undefined
}
