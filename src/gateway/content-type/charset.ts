import { hasBytes } from './signature.ts'

const BOMS: ReadonlyArray<readonly [mark: string, charset: string]> = [
  ['\xef\xbb\xbf', 'utf-8'],
  ['\0\0\xfe\xff', 'utf-32be'],
  ['\xff\xfe\0\0', 'utf-32le'],
  ['\xfe\xff', 'utf-16be'],
  ['\xff\xfe', 'utf-16le']
]

/** The encoding that a byte order mark tells; undefined without one. */
export function charsetOfMark (bytes: Uint8Array): string | undefined {
  return BOMS.find(([mark]) => hasBytes(bytes, mark))?.[1]
}

/** Bytes that no text has: the rules of libmagic, which are stricter than those for `isText`. */
const isControl = (byte: number): boolean => byte < 0x07 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b) || byte === 0x7f

/**
 * The encoding of a text without a declaration of its own: UTF-8 where it is that (ASCII, too), else ISO 8859-1 where it can
 * be that. Undefined where nothing fits and for no text at all.
 */
export function charsetOfText (bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) {
    return undefined
  }

  const marked = charsetOfMark(bytes)

  if (marked != null) {
    return marked
  }

  const high = bytes.some((byte) => byte >= 0x80)

  // the last character may be cut; ASCII must not hold what no text has, other UTF-8 may
  if (high ? isUtf8(withoutCutCharacter(bytes)) : !bytes.some(isControl)) {
    return 'utf-8'
  }

  // in ISO 8859 there are only control characters from 0x80 to 0x9f; other encodings are many, and browsers guess better
  return bytes.some((byte) => isControl(byte) || (byte >= 0x80 && byte < 0xa0)) ? undefined : 'iso-8859-1'
}

function isUtf8 (bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function withoutCutCharacter (bytes: Uint8Array): Uint8Array {
  for (let i = bytes.length - 1; i >= 0 && i > bytes.length - 4 && bytes[i] >= 0x80; i--) {
    if (bytes[i] >= 0xc0) {
      return bytes.subarray(0, i)
    }
  }

  return bytes
}
