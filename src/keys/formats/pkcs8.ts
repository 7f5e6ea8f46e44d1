import { generateKeyPairFromSeed, privateKeyFromRaw } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { DER, readDer, writeDer } from './der.ts'
import type { DerValue } from './der.ts'
import { readSecp256k1, writeSecp256k1 } from './secp256k1-pkcs8.ts'

/**
 * The error for ECDSA keys. With @libp2p/crypto, their IDs and signatures differ from those of go-libp2p, so no other
 * implementation would accept their names.
 */
export const NO_ECDSA = 'ECDSA keys are not supported'

/** The contents of the object identifiers, in hexadecimal. */
const OIDS = { rsa: '2a864886f70d010101', ecdsa: '2a8648ce3d0201', secp256k1: '2b8104000a', ed25519: '2b6570' }

const VERSION = writeDer(DER.integer, Uint8Array.of(0))
const SEED_BYTES = 32

/**
 * Encodes a private key in PKCS #8 (RFC 5208, RFC 8410 for Ed25519), byte for byte like Go's
 * `x509.MarshalPKCS8PrivateKey`, and secp256k1 like Kubo 0.43.
 *
 * @throws an Error for an ECDSA key
 */
export function writePkcs8 (key: PrivateKey): Uint8Array {
  switch (key.type) {
    case 'Ed25519':
      return encodePkcs8([encodeOid(OIDS.ed25519)], writeDer(DER.octets, key.raw.subarray(0, SEED_BYTES)))
    case 'RSA':
      return encodePkcs8([encodeOid(OIDS.rsa), writeDer(DER.null)], key.raw)
    case 'secp256k1':
      return encodePkcs8([encodeOid(OIDS.ecdsa), encodeOid(OIDS.secp256k1)], writeSecp256k1(key))
    case 'ECDSA':
      throw new Error(NO_ECDSA)
  }
}

/**
 * Decodes a private key from PKCS #8. Ignores attributes after the key.
 *
 * @throws an Error if the bytes are invalid, or contain another key type
 */
export async function readPkcs8 (bytes: Uint8Array): Promise<PrivateKey> {
  const [, algorithm, secret] = readSequence(bytes)

  if (algorithm?.tag !== DER.sequence || secret?.tag !== DER.octets) {
    throw new Error('asn1: structure error: not a PKCS #8 key')
  }

  const [kind, curve] = readDer(algorithm.content)

  switch (hexText(kind.content)) {
    case OIDS.ed25519:
      return await generateKeyPairFromSeed('Ed25519', readDer(secret.content)[0].content)
    case OIDS.rsa:
      return privateKeyFromRaw(secret.content)
    case OIDS.ecdsa:
      if (curve?.tag !== DER.oid || hexText(curve.content) !== OIDS.secp256k1) {
        throw new Error(NO_ECDSA)
      }

      return readSecp256k1(secret.content)
    default:
      throw new Error(`x509: PKCS#8 wrapping contained private key with unknown algorithm: ${dottedOid(kind.content)}`)
  }
}

function encodePkcs8 (algorithm: Uint8Array[], key: Uint8Array): Uint8Array {
  return writeDer(DER.sequence, VERSION, writeDer(DER.sequence, ...algorithm), writeDer(DER.octets, key))
}

/** Returns the values of the sequence in the bytes. */
function readSequence (bytes: Uint8Array): DerValue[] {
  const [document] = readDer(bytes)

  if (document?.tag !== DER.sequence) {
    throw new Error("asn1: structure error: tags don't match")
  }

  return readDer(document.content)
}

function encodeOid (content: string): Uint8Array {
  return writeDer(DER.oid, Uint8Array.from(content.match(/../g) ?? [], (byte) => parseInt(byte, 16)))
}

/** Formats an object identifier as numbers with dots (X.690, 8.19). */
function dottedOid (content: Uint8Array): string {
  const numbers = [0]

  for (const byte of content) {
    numbers.push((numbers.pop() as number) * 0x80 + (byte & 0x7f))

    if (byte < 0x80) {
      numbers.push(0)
    }
  }

  const [first, ...rest] = numbers.slice(0, -1)
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - 40 * root, ...rest].join('.')
}

function hexText (bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
