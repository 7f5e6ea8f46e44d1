import { ESCAPED_BYTE } from '../text/utf8.ts'

/** Characters that Go escapes and `encodeURIComponent` does not. */
const BEYOND = /[!'()*]/g

/**
 * Escapes any string like `encodeURIComponent`. Bytes that are not UTF-8 (`decodeUtf8`) are escaped as bytes, other
 * lone surrogates as U+FFFD. `percentDecode` restores the text.
 */
export function percentEncode (text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : text.split(ESCAPED_BYTE).map((part, i) =>
      i % 2 === 0 ? encodeURIComponent(part.toWellFormed()) : percentByte(part.charCodeAt(0) & 0xff)
    ).join('')
}

function percentByte (byte: number): string {
  return `%${byte.toString(16).toUpperCase()}`
}

/** Percent-encodes all but letters, digits and `-_.~`. */
function escapeAll (text: string): string {
  return percentEncode(text).replace(BEYOND, (char) => percentByte(char.charCodeAt(0)))
}

/** Escapes one segment of a path, like Go's `url.PathEscape`. */
export function pathEscape (segment: string): string {
  return escapeAll(segment).replace(/%(24|26|2B|3A|3D|40)/g, (whole) => decodeURIComponent(whole))
}

/** Escapes a whole path and keeps its slashes, like Go's `(&url.URL{Path: path}).EscapedPath()`. */
export function escapePath (path: string): string {
  return escapeAll(path).replace(/%(24|26|2B|2C|2F|3A|3B|3D|40)/g, (whole) => decodeURIComponent(whole))
}

/** Escapes a text for a query, like Go's `url.QueryEscape`. */
export function queryEscape (text: string): string {
  return escapeAll(text).replaceAll('%20', '+')
}

/** Encodes a query like Go's `url.Values.Encode`: sorted by key, the values of a key in their order. */
export function encodeGoQuery (values: Map<string, string[]>): string {
  return [...values.entries()]
    .sort(([a], [b]) => {
      if (a < b) {
        return -1
      }

      return a > b ? 1 : 0
    })
    .flatMap(([key, list]) => list.map((value) => `${queryEscape(key)}=${queryEscape(value)}`))
    .join('&')
}
