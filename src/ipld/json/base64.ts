import { decodeBase64 } from '../../cid/multibase/decode-base64.ts'

const encoder = new TextEncoder()

/**
 * Decodes base64 with or without padding, as dag-json does (go-ipld-prime tries Go's `RawStdEncoding`, then
 * `StdEncoding`).
 */
export function decodeGoBase64 (text: string): Uint8Array {
  const bytes = encoder.encode(text)

  try {
    return decodeBase64(bytes, false, false)
  } catch {
    return decodeBase64(bytes, false, true)
  }
}

/** Decodes Go's `base64.RawURLEncoding`, which JOSE uses. */
export function decodeBase64Url (text: string): Uint8Array {
  return decodeBase64(encoder.encode(text), true, false)
}

/** Encodes to Go's `base64.RawURLEncoding`. */
export function encodeBase64Url (bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_')
}

const CHUNK_BYTES = 0x6000

/** Encodes to base64 without padding, as dag-json requires. */
export function encodeBase64 (bytes: Uint8Array): string {
  let text = ''

  // the chunk size is a multiple of three, so that the parts join; a single call would need one argument for each byte
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES)))
  }

  return text.replace(/=+$/, '')
}
