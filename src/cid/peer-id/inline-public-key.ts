import { publicKeyFromProtobuf, publicKeyToProtobuf } from '@libp2p/crypto/keys'
import { base64pad } from 'multiformats/bases/base64'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { HASH } from '../codes/multiformat-codes.ts'

/**
 * The public key that a short peer ID holds in itself, as a libp2p protobuf in base64.
 *
 * @returns empty for an ID that is a hash of its key, or that holds no key
 */
export function inlinePublicKey ({ code, digest }: MultihashDigest): string {
  if (code !== HASH.identity) {
    return ''
  }

  try {
    return base64pad.baseEncode(publicKeyToProtobuf(publicKeyFromProtobuf(digest)))
  } catch {
    return '' // the identity of something that is no key
  }
}
