const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

/** The offset of bytes that are not UTF-8 in a string: byte 0x80 is U+DC80, and so on (Python's `surrogateescape`). */
const ESCAPE = 0xdc00

/** A byte that is not UTF-8, in a string of `decodeUtf8`. */
export const ESCAPED_BYTE = /(?<![\ud800-\udbff])([\udc80-\udcff])/
const REPLACEMENT = '\ufffd'

/** Below this many bytes a loop over ASCII is faster than the TextDecoder. */
const SHORT_BYTES = 24

/**
 * Decodes the bytes of a Go string, which need not be UTF-8. Invalid bytes become lone low surrogates, which no UTF-8
 * decodes to, so that `encodeUtf8` restores the original bytes.
 */
export function decodeUtf8 (bytes: Uint8Array): string {
  return decodeUtf8With(bytes, escapeByte)
}

/**
 * Decodes bytes like Go's JSON and its conversions to runes: every byte that is not part of a valid character becomes
 * U+FFFD. A TextDecoder would replace the start of a truncated character by a single U+FFFD. Keeps a byte order mark.
 */
export function goUtf8 (bytes: Uint8Array): string {
  return decodeUtf8With(bytes, () => REPLACEMENT)
}

function escapeByte (byte: number): string {
  return String.fromCharCode(ESCAPE + byte)
}

function decodeUtf8With (bytes: Uint8Array, invalid: (byte: number) => string): string {
  if (bytes.length < SHORT_BYTES) {
    const text = decodeAscii(bytes)

    if (text != null) {
      return text
    }
  }

  try {
    return strict.decode(bytes)
  } catch {
    return decodeInvalid(bytes, invalid)
  }
}

function decodeAscii (bytes: Uint8Array): string | undefined {
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] >= 0x80) {
      return undefined
    }
  }

  return String.fromCharCode.apply(null, bytes as unknown as number[])
}

function decodeInvalid (bytes: Uint8Array, invalid: (byte: number) => string): string {
  let text = ''
  let start = 0

  for (let at = 0; at < bytes.length;) {
    const length = runeLength(bytes, at)

    if (length > 0) {
      at += length
      continue
    }

    text += strict.decode(bytes.subarray(start, at)) + invalid(bytes[at])
    start = ++at
  }

  return text + strict.decode(bytes.subarray(start))
}

/** Returns the length of the code point at `at` in bytes; 0 if there is none (Go's `utf8.DecodeRune`). */
function runeLength (bytes: Uint8Array, at: number): number {
  const first = bytes[at]
  const length = lengthByFirstByte(first)

  for (let i = 1; i < length; i++) {
    const [low, high] = i === 1 ? secondByteRange(first) : [0x80, 0xbf]
    const byte = bytes[at + i]

    if (byte === undefined || byte < low || byte > high) {
      return 0
    }
  }

  return length
}

/**
 * Returns the range of a second byte that excludes overlong forms, surrogates, and code points above U+10FFFF (Unicode
 * 15, table 3-7).
 */
function secondByteRange (first: number): [number, number] {
  switch (first) {
    case 0xe0:
      return [0xa0, 0xbf]
    case 0xed:
      return [0x80, 0x9f]
    case 0xf0:
      return [0x90, 0xbf]
    case 0xf4:
      return [0x80, 0x8f]
    default:
      return [0x80, 0xbf]
  }
}

/** Returns the original bytes of a string of `decodeUtf8`. */
export function encodeUtf8 (text: string): Uint8Array<ArrayBuffer> {
  if (!ESCAPED_BYTE.test(text)) {
    return encoder.encode(text)
  }

  const bytes: number[] = []

  for (const char of text) {
    const code = char.codePointAt(0) as number

    if (code >= ESCAPE + 0x80 && code <= ESCAPE + 0xff) {
      bytes.push(code - ESCAPE)
    } else {
      bytes.push(...encoder.encode(char))
    }
  }

  return Uint8Array.from(bytes)
}

/** Compares two strings by their bytes, like Go. */
export function compareUtf8 (a: string, b: string): number {
  if (a === b) {
    return 0
  }

  return compareBytes(encodeUtf8(a), encodeUtf8(b))
}

/** Compares bytes like Go's `bytes.Compare`. */
export function compareBytes (a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)

  for (let i = 0; i < length; i++) {
    if (a[i] !== b[i]) {
      return a[i] - b[i]
    }
  }

  return a.length - b.length
}

/** Returns the length that the first byte of a code point states; 0 if the byte cannot be the first. */
function lengthByFirstByte (byte: number): number {
  if (byte < 0x80) {
    return 1
  }

  if (byte < 0xc2 || !(byte < 0xf5)) {
    return 0
  }

  if (byte < 0xe0) {
    return 2
  }

  return byte < 0xf0 ? 3 : 4
}
