import { base58btc } from 'multiformats/bases/base58'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'

/** An ID of a peer in base58, however it was given. @throws InvalidPeerIdError */
export function peerText (text: string): string {
  return base58btc.baseEncode(parsePeerId(text).bytes)
}
