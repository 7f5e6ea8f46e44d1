import { peerAddresses } from './peer-addresses.ts'
import type { PeerAddresses } from './peer-addresses.ts'

/** The peers of those addresses that can be read. */
export function readablePeers (texts: readonly string[]): PeerAddresses[] {
  return peerAddresses(texts.filter((text) => {
    try {
      return peerAddresses([text]).length > 0
    } catch {
      return false
    }
  }))
}
