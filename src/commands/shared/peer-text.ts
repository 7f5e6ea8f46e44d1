import { base58btc } from 'multiformats/bases/base58'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'

/**
 * Converts a peer ID in any encoding to base58.
 *
 * @throws InvalidPeerIdError
 */
export function peerText (text: string): string {
  return base58btc.baseEncode(parsePeerId(text).bytes)
}
