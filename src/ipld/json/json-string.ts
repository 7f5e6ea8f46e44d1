import { EofError } from '../../go/text/eof-error.ts'
import { goUtf8 } from '../../go/text/utf8.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const UNICODE = 0x75
const SIMPLE_ESCAPES: Record<number, string> = {
  0x62: '\b',
  0x66: '\f',
  0x6e: '\n',
  0x72: '\r',
  0x74: '\t',
  0x5c: '\\',
  0x2f: '/',
  0x22: '"'
}

/**
 * Reads the string that starts after its opening quote. Replaces invalid UTF-8 and lone surrogates by U+FFFD (refmt
 * `json/jsonDecoderTerminals.go`).
 *
 * @returns the text, and the position after the closing quote
 */
export function readJsonString (bytes: Uint8Array, start: number): { value: string; end: number } {
  let value = ''
  let from = start

  for (let at = start;;) {
    const byte = byteAt(bytes, at)

    if (byte === QUOTE) {
      return { value: value + goUtf8(bytes.subarray(from, at)), end: at + 1 }
    }

    if (byte < 0x20) {
      throw new Error(`invalid unprintable byte in string literal: 0x${byte.toString(16)}`)
    }

    if (byte !== BACKSLASH) {
      at++
      continue
    }

    value += goUtf8(bytes.subarray(from, at))
    const escape = readEscape(bytes, at)
    value += escape.text
    from = at = escape.end
  }
}

function readEscape (bytes: Uint8Array, at: number): { text: string; end: number } {
  const letter = byteAt(bytes, at + 1)
  const simple = SIMPLE_ESCAPES[letter]

  if (simple != null) {
    return { text: simple, end: at + 2 }
  }

  if (letter !== UNICODE) {
    throw new Error(`invalid byte in string escape sequence: 0x${letter.toString(16)}`)
  }

  const unit = hex4(bytes, at + 2)
  const end = at + 6

  if (unit < 0xd800 || unit > 0xdfff) {
    return { text: String.fromCharCode(unit), end }
  }

  // a surrogate pair of escapes is one character; a lone surrogate is invalid
  if (unit < 0xdc00 && bytes[end] === BACKSLASH && bytes[end + 1] === UNICODE) {
    const low = hex4(bytes, end + 2)

    if (low >= 0xdc00 && low <= 0xdfff) {
      return { text: String.fromCharCode(unit, low), end: end + 6 }
    }
  }

  return { text: '\ufffd', end }
}

function hex4 (bytes: Uint8Array, start: number): number {
  let value = 0

  for (let at = start; at < start + 4; at++) {
    const byte = byteAt(bytes, at)
    const digit = parseInt(String.fromCharCode(byte), 16)

    if (Number.isNaN(digit)) {
      throw new Error(`invalid byte in \\u hexadecimal character escape: 0x${byte.toString(16)}`)
    }

    value = value * 16 + digit
  }

  return value
}

function byteAt (bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) {
    throw new EofError()
  }

  return bytes[at]
}
