import { charsetOfMark } from './charset.ts'
import { hasBytes, latin1 } from './signature.ts'

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

  const charset = charsetOfMark(bytes) ??
    (essence === 'text/xml' ? xmlCharset(bytes) : essence === 'text/css' ? cssCharset(bytes) : undefined)
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
