import { publicKeyFromProtobuf } from '@libp2p/crypto/keys'
import type { PublicKey } from '@libp2p/interface'
import type { MultihashDigest } from 'multiformats/hashes/interface'

const IDENTITY = 0x00

/**
 * The public key that a short peer ID holds in itself.
 *
 * @throws an Error with go-libp2p's words for an ID that is the hash of its key
 */
export function embeddedPublicKey ({ code, digest }: MultihashDigest): PublicKey {
  if (code !== IDENTITY) {
    throw new Error('public key is not embedded in peer ID')
  }

  return publicKeyFromProtobuf(digest)
}
