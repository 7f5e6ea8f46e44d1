import { base64url } from 'multiformats/bases/base64'
import { UntrustedRecordError } from './device-errors.ts'

/** Bytes of the nonce of AES-GCM, before the ciphertext. */
const NONCE_BYTES = 12

/**
 * An IPNS value is a content path: the CID of the empty file, and the sealed text as a name below it. It is never
 * resolved.
 */
const SEALED_PREFIX = '/ipfs/bafkqaaa/'

/** Largest sealed text: a record has at most 10 KiB. */
const MAX_SEALED_CHARS = 8000

/** Derives a key for one purpose from shared secret bytes (HKDF, RFC 5869). */
export async function deriveKey (secret: BufferSource, purpose: string): Promise<CryptoKey> {
  return await crypto.subtle.importKey('raw', await deriveBytes(secret, purpose), 'AES-GCM', false, [
    'encrypt',
    'decrypt'
  ])
}

/** Derives 32 bytes for one purpose from shared secret bytes (HKDF, RFC 5869). */
export async function deriveBytes (secret: BufferSource, purpose: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode(`swipfs devices 1 ${purpose}`)
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }, key, 256)
  )
}

/**
 * Encrypts a JSON value into an IPNS value.
 *
 * @param context - must be equal when it is opened: binds the value to its sender and purpose
 */
export async function sealValue (key: CryptoKey, value: unknown, context: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const plain = new TextEncoder().encode(JSON.stringify(value))
  const sealed = await crypto.subtle.encrypt(gcm(nonce, context), key, plain)
  return SEALED_PREFIX + base64url.baseEncode(Uint8Array.from([...nonce, ...new Uint8Array(sealed)]))
}

/**
 * Decrypts an IPNS value of `sealValue`.
 *
 * @throws UntrustedRecordError for a value that was made with another key or context, or was changed
 */
export async function openValue (key: CryptoKey, value: string, context: string): Promise<unknown> {
  try {
    if (!value.startsWith(SEALED_PREFIX) || value.length > MAX_SEALED_CHARS) {
      throw new Error('not a sealed value')
    }

    const bytes = Uint8Array.from(base64url.baseDecode(value.slice(SEALED_PREFIX.length)))
    const plain = await crypto.subtle.decrypt(
      gcm(bytes.subarray(0, NONCE_BYTES), context),
      key,
      bytes.subarray(NONCE_BYTES)
    )
    return JSON.parse(new TextDecoder().decode(plain)) as unknown
  } catch (err) {
    throw new UntrustedRecordError('the record cannot be decrypted', { cause: err })
  }
}

function gcm (iv: Uint8Array<ArrayBuffer>, context: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(context) }
}
