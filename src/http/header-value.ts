import { encodeUtf8 } from '../go/utf8.ts'

/**
 * A text as a header value: its UTF-8 bytes, each as one character, as Go writes it. Line ends and zero bytes, which no
 * header may hold, become spaces.
 */
export function headerValue (text: string): string {
  let value = ''

  for (const byte of encodeUtf8(text)) {
    value += byte === 0 || byte === 10 || byte === 13 ? ' ' : String.fromCharCode(byte)
  }

  return value
}
