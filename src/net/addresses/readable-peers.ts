import { peerAddresses } from './peer-addresses.ts'
import type { PeerAddresses } from './peer-addresses.ts'

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
