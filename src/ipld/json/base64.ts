import { decodeBase64 } from '../../cid/multibase/decode-base64.ts'

const encoder = new TextEncoder()

/**
 * Base64 with or without padding, as dag-json takes it (go-ipld-prime tries Go's `RawStdEncoding`, then `StdEncoding`).
 */
export function decodeGoBase64 (text: string): Uint8Array {
  const bytes = encoder.encode(text)

  try {
    return decodeBase64(bytes, false, false)
  } catch {
    return decodeBase64(bytes, false, true)
  }
}

/** Go's `base64.RawURLEncoding`, which JOSE uses. */
export function decodeBase64Url (text: string): Uint8Array {
  return decodeBase64(encoder.encode(text), true, false)
}

/** Go's `base64.RawURLEncoding`. */
export function encodeBase64Url (bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_')
}

const CHUNK_BYTES = 0x6000

/** Without padding, as dag-json writes it. */
export function encodeBase64 (bytes: Uint8Array): string {
  let text = ''

  // a multiple of three, so that the pieces join; one call of btoa for all would need one argument a byte
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES)))
  }

  return text.replace(/=+$/, '')
}
