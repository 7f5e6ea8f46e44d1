import { base36 } from 'multiformats/bases/base36'
import { CID } from 'multiformats/cid'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'

/**
 * Parses a peer ID or the CID of a key, and returns it in base36 (go-libp2p `peer.Decode`); undefined for other names,
 * such as domains.
 */
export function keyName (name: string): string | undefined {
  try {
    return CID.createV1(CODEC.libp2pKey, parsePeerId(name)).toString(base36)
  } catch {
    return undefined // no key, so a domain
  }
}
