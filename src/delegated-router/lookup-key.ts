import type { MultihashDigest } from 'multiformats/hashes/interface'
import { parsePeerId } from '../cid/peer-id/parse-peer-id.ts'
import { parseCid } from '../cid/text/parse-cid.ts'

/**
 * Parses the key of a lookup of closest peers: a peer ID in any of its forms, or any CID (IPIP-476).
 *
 * @throws an Error with the reasons of both parsers (boxo `routing/http/server/server.go`, `parseKey`)
 */
export function parseLookupKey (text: string): MultihashDigest {
  let peerError: Error

  try {
    return parsePeerId(text)
  } catch (err) {
    peerError = err as Error
  }

  try {
    return parseCid(text).multihash
  } catch (err) {
    throw new Error(`unable to parse as CID or PeerID: ${(err as Error).message}\n${peerError.message}`)
  }
}
