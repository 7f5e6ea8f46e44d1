import { generateKeyPair } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { checkRsaBits } from '../formats/rsa-bits.ts'

const DEFAULT_RSA_BITS = 2048
const DEFAULT_SIZE = -1

/**
 * Generates a key (Kubo `core/coreapi/key.go`, `Generate`).
 *
 * @param type - `ed25519` or `rsa`
 * @param size - bits of an RSA key, -1 for the default of 2048; ignored for other types
 * @throws an Error with Kubo's message for another type, or an RSA key that is too short or too long
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
