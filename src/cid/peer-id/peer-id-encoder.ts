import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { CODEC } from '../codes/multiformat-codes.ts'
import { multibaseEncoder } from '../text/cid-encoder.ts'

/** Formats peer IDs and names of keys in the base of a request. */
export type PeerIdEncoder = (id: MultihashDigest) => string

const PLAIN = ['b58mh', 'v0']

/**
 * Returns the encoder for the options `peerid-base` and `ipns-base` (Kubo `core/commands/keyencode`). `b58mh` is the
 * plain base58 multihash, a multibase is the base of a CID.
 *
 * @throws an Error for an unknown base
 */
export function peerIdEncoder (base: string): PeerIdEncoder {
  if (PLAIN.includes(base)) {
    return ({ bytes }) => base58btc.baseEncode(bytes)
  }

  const { encoder } = multibaseEncoder(base)
  return (id) => CID.createV1(CODEC.libp2pKey, id).toString(encoder)
}
