import { encodeUtf8 } from '../../go/text/utf8.ts'

/**
 * Encodes a text as a header value: its UTF-8 bytes, each as one character, as Go does. Replaces control characters
 * except tabs with spaces, because headers must not contain them (RFC 9110, section 5.5).
 */
export function headerValue (text: string): string {
  let value = ''

  for (const byte of encodeUtf8(text)) {
    value += (byte < 0x20 && byte !== 0x09) || byte === 0x7f ? ' ' : String.fromCharCode(byte)
  }

  return value
}
