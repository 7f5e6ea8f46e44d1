import { privateKeyFromRaw } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { DER, readDer, writeDer } from './der.ts'

const KEY_BYTES = 32

/** Tag of the public key in an `ECPrivateKey`: `[1] EXPLICIT`. */
const PUBLIC_KEY = 0xa1

const VERSION = writeDer(DER.integer, Uint8Array.of(1))

/** Encodes a private key as `ECPrivateKey` (RFC 5915), without the curve, like Kubo 0.43 `key export`. */
export function writeSecp256k1 ({ raw, publicKey }: PrivateKey): Uint8Array {
  const point = secp256k1.Point.fromBytes(publicKey.raw).toBytes(false)
  const bits = writeDer(DER.bits, concatBytes([Uint8Array.of(0), point]))
  return writeDer(DER.sequence, VERSION, writeDer(DER.octets, raw), writeDer(PUBLIC_KEY, bits))
}

/**
 * Decodes a private key from `ECPrivateKey`, whose other fields are ignored.
 *
 * @throws an Error with Kubo's message
 */
export function readSecp256k1 (bytes: Uint8Array): PrivateKey {
  const [document] = readDer(bytes)
  const [version, secret] = document?.tag === DER.sequence ? readDer(document.content) : []

  if (version?.tag !== DER.integer || secret?.tag !== DER.octets) {
    throw new Error('invalid EC private key: asn1: structure error')
  }

  if (version.content.length !== 1 || version.content[0] !== 1) {
    throw new Error(`unsupported EC private key version ${version.content.join('')}`)
  }

  if (secret.content.length > KEY_BYTES) {
    throw new Error('invalid EC private key length')
  }

  const raw = new Uint8Array(KEY_BYTES)
  raw.set(secret.content, KEY_BYTES - secret.content.length)

  if (!secp256k1.utils.isValidSecretKey(raw)) {
    throw new Error('EC private key not in the valid range for secp256k1')
  }

  return privateKeyFromRaw(raw)
}
