/**
 * Splits a query string as Go's `url.ParseQuery` does when its error is ignored (`URL.Query()`): pairs at `&`, a pair with
 * a `;` or with a bad percent escape is dropped, `+` is a space. Keeps the order of the keys and of the values of a key.
 *
 * @param query - the text after `?`, without it
 */
export function parseGoQuery (query: string): Map<string, string[]> {
  const values = new Map<string, string[]>()

  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) {
      continue
    }

    const equals = pair.indexOf('=')
    const key = queryUnescape(equals < 0 ? pair : pair.slice(0, equals))
    const value = queryUnescape(equals < 0 ? '' : pair.slice(equals + 1))

    if (key == null || value == null) {
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

/**
 * Go's `url.QueryUnescape`: `+` is a space, `%xx` a byte.
 *
 * @returns the text, or undefined where an escape is malformed. Bytes that are no UTF-8 become U+FFFD, as they do in Go's JSON.
 */
export function queryUnescape (text: string): string | undefined {
  return percentDecode(text.replaceAll('+', ' '))
}

const ESCAPE = /^[0-9a-fA-F]{2}$/
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** Replaces `%xx` by the byte, reading the whole as UTF-8; undefined where an escape is malformed. */
export function percentDecode (text: string): string | undefined {
  if (!text.includes('%')) {
    return text
  }

  const bytes: number[] = []
  const parts = text.split('%')
  bytes.push(...encoder.encode(parts[0]))

  for (const part of parts.slice(1)) {
    const hex = part.slice(0, 2)

    if (!ESCAPE.test(hex)) {
      return undefined
    }

    bytes.push(parseInt(hex, 16))
    for (const byte of encoder.encode(part.slice(2))) bytes.push(byte)
  }

  return decoder.decode(Uint8Array.from(bytes))
}
