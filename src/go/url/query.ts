import { goQuote } from '../text/quote.ts'
import { decodeUtf8 } from '../text/utf8.ts'

/**
 * Splits a query string like Go's `url.ParseQuery` with its error ignored (`URL.Query()`): splits at `&`, drops pairs
 * with a `;` or an invalid percent escape, and decodes `+` as a space. Keeps the order of the keys and of the values of
 * a key.
 *
 * @param query - the text after `?`
 */
export function parseGoQuery (query: string): Map<string, string[]> {
  const values = new Map<string, string[]>()

  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=')
    const key = queryUnescape(equals < 0 ? pair : pair.slice(0, equals))
    const value = queryUnescape(equals < 0 ? '' : pair.slice(equals + 1))

    if (pair === '' || pair.includes(';') || key == null || value == null) {
      continue
    }

    const list = values.get(key)

    if (list == null) {
      values.set(key, [value])
    } else {
      list.push(value)
    }
  }

  return values
}

/** Returns whether Go's `url.ParseQuery` accepts a query. */
export function isGoQuery (query: string): boolean {
  return query.split('&').every((pair) => !pair.includes(';') && percentBytes(pair) != null)
}

/**
 * Decodes a query text like Go's `url.QueryUnescape`: `+` is a space, `%xx` a byte.
 *
 * @returns the text; undefined if an escape is malformed. Bytes that are not UTF-8 are kept (`decodeUtf8`)
 */
export function queryUnescape (text: string): string | undefined {
  return percentDecode(text.replaceAll('+', ' '))
}

/**
 * Replaces each `%xx` by its byte, and decodes the result as UTF-8 (`decodeUtf8`, because names of files need not be
 * UTF-8). Returns undefined if an escape is malformed.
 */
export function percentDecode (text: string): string | undefined {
  if (!text.includes('%')) {
    return text
  }

  const bytes = percentBytes(text)
  return bytes == null ? undefined : decodeUtf8(bytes)
}

/** Returns Go's message for the first malformed `%` escape (`url.EscapeError`); undefined if there is none. */
export function escapeProblem (text: string): string | undefined {
  const bad = /%(?![0-9a-fA-F]{2}).{0,2}/s.exec(text)
  return bad == null ? undefined : `invalid URL escape ${goQuote(bad[0])}`
}

const ESCAPE = /^[0-9a-fA-F]{2}$/
const encoder = new TextEncoder()

/**
 * Returns the UTF-8 bytes of a text, with each `%xx` replaced by its byte. Returns undefined if an escape is malformed.
 */
export function percentBytes (text: string): Uint8Array | undefined {
  const parts = text.split('%')
  const bytes = new Uint8Array(text.length * 3)
  let length = encoder.encodeInto(parts[0], bytes).written

  for (const part of parts.slice(1)) {
    const hex = part.slice(0, 2)

    if (!ESCAPE.test(hex)) {
      return undefined
    }

    bytes[length++] = parseInt(hex, 16)
    length += encoder.encodeInto(part.slice(2), bytes.subarray(length)).written
  }

  return bytes.subarray(0, length)
}
