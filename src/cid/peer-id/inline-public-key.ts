import { publicKeyFromProtobuf, publicKeyToProtobuf } from '@libp2p/crypto/keys'
import { base64pad } from 'multiformats/bases/base64'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { HASH } from '../codes/multiformat-codes.ts'

/**
 * Returns the public key that a short peer ID contains, as a libp2p protobuf in base64.
 *
 * @returns the key; empty if the ID is a hash of its key or contains no key
 */
export function inlinePublicKey ({ code, digest }: MultihashDigest): string {
  if (code !== HASH.identity) {
    return ''
  }

  try {
    return base64pad.baseEncode(publicKeyToProtobuf(publicKeyFromProtobuf(digest)))
  } catch {
    return '' // the identity multihash contains no key
  }
}
