import { publicKeyFromProtobuf } from '@libp2p/crypto/keys'
import type { PublicKey } from '@libp2p/interface'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { HASH } from '../../cid/codes/multiformat-codes.ts'

/**
 * Returns the public key that is inlined in a short peer ID.
 *
 * @throws an Error with go-libp2p's message if the ID is the hash of its key
 */
export function embeddedPublicKey ({ code, digest }: MultihashDigest): PublicKey {
  if (code !== HASH.identity) {
    throw new Error('public key is not embedded in peer ID')
  }

  return publicKeyFromProtobuf(digest)
}
