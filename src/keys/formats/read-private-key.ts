import { generateKeyPairFromSeed, privateKeyFromProtobuf } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { base64url } from 'multiformats/bases/base64'
import { checkKeyMessage } from './check-key-message.ts'
import { readPem } from './pem.ts'
import { NO_ECDSA, readPkcs8 } from './pkcs8.ts'
import { checkRsaBits } from './rsa-bits.ts'
import { KEY_FORMATS } from './write-private-key.ts'

const PEM_TYPE = 'PRIVATE KEY'
const SEED_BYTES = 32

/** The maximum size. An RSA key of 8192 bits has less than 7 KiB in the longer format. */
const MAX_BYTES = 64 * 1024
const PROBE = Uint8Array.of(1, 2, 3)

/** The type names of go-libp2p, as Kubo shows them. */
const GO_TYPES: Record<string, string> = { secp256k1: '*crypto.Secp256k1PrivateKey', ECDSA: '*crypto.ECDSAPrivateKey' }

export interface ReadPrivateKeyOptions {
  /** One of `KEY_FORMATS`. */
  format: string
  /** Accepts secp256k1 too. */
  anyType: boolean
}

/**
 * Decodes an imported private key (Kubo `core/commands/keystore.go`, `key import`). Checks that its public and private
 * parts match, because otherwise a signature could reveal the key.
 *
 * @throws an Error with Kubo's message
 */
export async function readPrivateKey (
  bytes: Uint8Array,
  { format, anyType }: ReadPrivateKeyOptions
): Promise<PrivateKey> {
  if (bytes.length > MAX_BYTES) {
    throw new Error(`a key has no more than ${MAX_BYTES / 1024}KiB`)
  }

  const key = await readByFormat(bytes, format)

  if (!anyType && key.type !== 'RSA' && key.type !== 'Ed25519') {
    throw new Error(
      `key type ${GO_TYPES[key.type]} is not allowed to be imported, only RSA or Ed25519; ` +
        "use flag --allow-any-key-type if you are sure of what you're doing"
    )
  }

  if (key.type === 'ECDSA') {
    throw new Error(NO_ECDSA)
  }

  return key
}

async function readByFormat (bytes: Uint8Array, format: string): Promise<PrivateKey> {
  switch (format) {
    case KEY_FORMATS.pem:
      return await fromPem(bytes)
    case KEY_FORMATS.protobuf:
      return await fromProtobuf(bytes)
    default:
      throw new Error(`unrecognized import format: ${format}`)
  }
}

async function fromPem (bytes: Uint8Array): Promise<PrivateKey> {
  const block = readPem(decodeText(bytes))

  if (block == null) {
    // Kubo's message contains the input, which may be a key nevertheless.
    throw new Error('PEM block not found in input data')
  }

  if (block.type !== PEM_TYPE) {
    throw new Error(`expected PRIVATE KEY type in PEM block but got: ${block.type}`)
  }

  return await readCheckedKey(async () => await readPkcs8(block.bytes), 'parsing PKCS8 format')
}

async function fromProtobuf (bytes: Uint8Array): Promise<PrivateKey> {
  try {
    return await readCheckedKey(async () => {
      checkKeyMessage(bytes)
      return privateKeyFromProtobuf(bytes)
    }, `unable to unmarshall format=${KEY_FORMATS.protobuf}`)
  } catch (err) {
    if (readPem(decodeText(bytes)) != null) {
      throw new Error(
        `unexpected PEM block for format=${KEY_FORMATS.protobuf}: try again with format=${KEY_FORMATS.pem}`
      )
    }

    throw err
  }
}

async function readCheckedKey (step: () => Promise<PrivateKey>, failure: string): Promise<PrivateKey> {
  let key: PrivateKey

  try {
    key = await step()
    await checkParts(key)
  } catch (err) {
    throw new Error(`${failure}: ${(err as Error).message}`)
  }

  return key
}

async function checkParts (key: PrivateKey): Promise<void> {
  if (key.type === 'RSA') {
    checkRsaBits(bitLength(key.publicKey.jwk.n))
  }

  if (
    key.type === 'Ed25519' &&
    !(await generateKeyPairFromSeed('Ed25519', key.raw.subarray(0, SEED_BYTES))).publicKey.equals(key.publicKey)
  ) {
    throw new Error('the public part is of another key')
  }

  if (!await key.publicKey.verify(PROBE, await key.sign(PROBE))) {
    throw new Error('the public part is of another key')
  }
}

/** Returns the number of bits of a base64url number. */
function bitLength (number = ''): number {
  const bytes = base64url.baseDecode(number)
  const first = bytes.findIndex((byte) => byte !== 0)
  return first === -1 ? 0 : (bytes.length - first) * 8 - (Math.clz32(bytes[first]) - 24)
}

function decodeText (bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
