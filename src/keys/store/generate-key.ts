import { generateKeyPair } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { checkRsaBits } from '../formats/rsa-bits.ts'

const DEFAULT_RSA_BITS = 2048
const CURVE_BITS = 256
const DEFAULT_SIZE = -1

/**
 * Generates a key (Kubo 0.43 `core/coreapi/key.go`, `Generate`).
 *
 * @param type - `ed25519`, `secp256k1` or `rsa`
 * @param size - bits of the key, -1 for the default: 2048 of an RSA key, and 256 of the others, which have no choice
 * @throws an Error with Kubo's message for another type or size
 */
export async function generateKey (type: string, size: number = DEFAULT_SIZE): Promise<PrivateKey> {
  switch (type) {
    case 'ed25519':
      checkCurveBits(type, size)
      return await generateKeyPair('Ed25519')
    case 'secp256k1':
      checkCurveBits(type, size)
      return await generateKeyPair('secp256k1')
    case 'rsa': {
      const bits = size === DEFAULT_SIZE ? DEFAULT_RSA_BITS : size
      checkRsaBits(bits)
      return await generateKeyPair('RSA', bits)
    }
    default:
      throw new Error(`unrecognized key type: ${type}`)
  }
}

function checkCurveBits (type: string, size: number): void {
  if (size !== DEFAULT_SIZE && size !== CURVE_BITS) {
    throw new Error(`invalid key size ${size}: ${type} keys are always ${CURVE_BITS} bits`)
  }
}
