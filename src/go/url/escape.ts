import { ESCAPED_BYTE } from '../text/utf8.ts'

/** Characters that Go escapes and `encodeURIComponent` does not. */
const BEYOND = /[!'()*]/g

/**
 * `encodeURIComponent` for any string: bytes that are no UTF-8 (`decodeUtf8`) are escaped as such, other halves of
 * surrogate pairs as U+FFFD. `percentDecode` gives the same text again.
 */
export function percentEncode (text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : text.split(ESCAPED_BYTE).map((part, i) =>
      i % 2 === 0 ? encodeURIComponent(part.toWellFormed()) : hex(part.charCodeAt(0) & 0xff)
    ).join('')
}

function hex (byte: number): string {
  return `%${byte.toString(16).toUpperCase()}`
}

/** Percent-encodes all but letters, digits and `-_.~`. */
function escapeAll (text: string): string {
  return percentEncode(text).replace(BEYOND, (char) => hex(char.charCodeAt(0)))
}

/** Go's `url.PathEscape`: one segment of a path. */
export function pathEscape (segment: string): string {
  return escapeAll(segment).replace(/%(24|26|2B|3A|3D|40)/g, (whole) => decodeURIComponent(whole))
}

/** Go's `(&url.URL{Path: path}).EscapedPath()`: a whole path, its slashes kept. */
export function escapePath (path: string): string {
  return escapeAll(path).replace(/%(24|26|2B|2C|2F|3A|3B|3D|40)/g, (whole) => decodeURIComponent(whole))
}

/** Go's `url.QueryEscape`. */
export function queryEscape (text: string): string {
  return escapeAll(text).replaceAll('%20', '+')
}

/** Go's `url.Values.Encode`: sorted by key, the values of a key in their order. */
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
