import { hasBytes, latin1 } from '../../bytes/signature.ts'

const BOMS: ReadonlyArray<readonly [mark: string, charset: string]> = [
  ['\xef\xbb\xbf', 'utf-8'],
  ['\0\0\xfe\xff', 'utf-32be'],
  ['\xff\xfe\0\0', 'utf-32le'],
  ['\xfe\xff', 'utf-16be'],
  ['\xff\xfe', 'utf-16le']
]

/** Returns the encoding of a byte order mark; undefined if there is none. */
export function charsetOfMark (bytes: Uint8Array): string | undefined {
  return BOMS.find(([mark]) => hasBytes(bytes, mark))?.[1]
}

/** Whether a byte never occurs in text. These are libmagic's rules, which are stricter than those of `isText`. */
const isControl = (byte: number): boolean =>
  byte < 0x07 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b) || byte === 0x7f

/**
 * Guesses the encoding of a text without a declaration: UTF-8 if it is valid (including ASCII), else ISO 8859-1 if
 * possible. Returns undefined if neither fits, and for an empty text.
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

  // The last character may be cut. ASCII must not contain control bytes, other UTF-8 may.
  if (high ? isUtf8(withoutCutCharacter(bytes)) : !bytes.some(isControl)) {
    return 'utf-8'
  }

  // In ISO 8859 the bytes 0x80 to 0x9f are control characters. Other encodings are left to browsers, which guess
  // better.
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

const SEARCH_BYTES = 1024
const UTF_8 = '; charset=utf-8'

/**
 * Encodings with two or four bytes per character. A declaration that is readable as ASCII and names one of them is
 * wrong.
 */
const WIDE = /^(?:utf-?(?:16|32)|ucs-?[24]|iso-10646-ucs-[24]|unicode)/i

/**
 * Replaces the charset of a type that was found by file name with the one that the file states: by a byte order mark,
 * an XML declaration (RFC 7303) or `@charset` in CSS. Otherwise the header would override the file in browsers.
 *
 * @param type - returned unchanged unless it ends with `; charset=utf-8`
 * @param bytes - the start of the file
 */
export function withStatedCharset (type: string, bytes: Uint8Array): string {
  if (!type.endsWith(UTF_8)) {
    return type
  }

  const essence = type.slice(0, -UTF_8.length)

  // WebVTT is always UTF-8.
  if (essence === 'text/vtt') {
    return type
  }

  const declared = CHARSET_READERS[essence]
  const charset = charsetOfMark(bytes) ?? declared?.(bytes)
  return charset == null ? type : `${essence}; charset=${charset}`
}

/**
 * Returns the encoding that an XML file without a byte order mark declares (XML 1.0, appendix F). Ignores a declaration
 * that cannot be true. Returns only plain names, because the result goes into a header.
 */
export function xmlCharset (bytes: Uint8Array): string | undefined {
  if (hasBytes(bytes, '<\0?\0')) {
    return 'utf-16le'
  }

  if (hasBytes(bytes, '\0<\0?')) {
    return 'utf-16be'
  }

  const declared = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(latin1(bytes, 0, SEARCH_BYTES))
    ?.[1]
  return declared == null || WIDE.test(declared) ? undefined : declared
}

/** Returns the encoding that a style sheet names (drafts.csswg.org/css-syntax, "determine the fallback encoding"). */
function cssCharset (bytes: Uint8Array): string | undefined {
  const named = /^@charset "([\w.:-]{1,40})";/.exec(latin1(bytes, 0, SEARCH_BYTES))?.[1]
  return named == null || WIDE.test(named) ? undefined : named
}

/** Read the declared encoding, by media type. */
const CHARSET_READERS: Readonly<Record<string, ((bytes: Uint8Array) => string | undefined) | undefined>> = {
  'text/xml': xmlCharset,
  'text/css': cssCharset
}
