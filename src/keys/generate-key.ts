import { generateKeyPair } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { checkRsaBits } from './rsa-bits.ts'

const DEFAULT_RSA_BITS = 2048
const DEFAULT_SIZE = -1

/**
 * A new key (Kubo `core/coreapi/key.go`, `Generate`).
 *
 * @param type - `ed25519` or `rsa`
 * @param size - bits of an RSA key, -1 for the usual 2048; other keys have one size and no say in it
 * @throws an Error with Kubo's words for another type, or a size that is not safe or too large
 */
export async function generateKey (type: string, size: number = DEFAULT_SIZE): Promise<PrivateKey> {
  switch (type) {
    case 'ed25519':
      return await generateKeyPair('Ed25519')
    case 'rsa': {
      const bits = size === DEFAULT_SIZE ? DEFAULT_RSA_BITS : size
      checkRsaBits(bits)
      return await generateKeyPair('RSA', bits)
    }
    default:
      throw new Error(`unrecognized key type: ${type}`)
  }
}
