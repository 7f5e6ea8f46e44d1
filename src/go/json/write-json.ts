/**
 * JSON as Go's encoding/json writes it by default: `<`, `>`, `&`, U+2028 and U+2029 escaped, bigints as plain integers.
 * `undefined` members are left out, which is how `omitempty` is expressed here; object keys keep their order.
 *
 * @example
 *   goJson({ Name: 'a<b', Size: 2n ** 60n })   // {"Name":"a\u003cb","Size":1152921504606846976}
 */
export function goJson (value: unknown): string {
  return escapeGoJson(stringify(value))
}

const HTML = /[<>&\u2028\u2029]/g
const ESCAPES: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029'
}

/**
 * How `JSON.stringify` writes half of a surrogate pair, which stands for a byte that is no UTF-8 (`decodeUtf8`); an
 * escaped backslash is passed over.
 */
const LONE_SURROGATE = /(\\\\)|\\ud[89a-f][0-9a-f]{2}/g

/**
 * Escapes a whole JSON text of `JSON.stringify` as Go does: none of these characters can stand outside a string in it.
 */
export function escapeGoJson (json: string): string {
  const text = json.includes('\\ud')
    ? json.replace(LONE_SURROGATE, (_, backslash?: string) => backslash ?? '\\ufffd')
    : json
  return text.replace(HTML, (char) => ESCAPES[char])
}

/** JSON.rawJSON is not everywhere yet, so a value with a bigint in it is written by hand; all others by the engine. */
function stringify (value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (err) {
    if (!(err instanceof TypeError)) {
      throw err
    }
    return write(value)
  }
}

function write (value: unknown): string {
  if (typeof value === 'bigint') {
    return value.toString()
  }

  if (Array.isArray(value)) {
    return `[${value.map((item) => write(item ?? null)).join(',')}]`
  }

  if (value !== null && typeof value === 'object') {
    const object = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() as unknown : value

    if (object === null || typeof object !== 'object' || Array.isArray(object)) {
      return write(object)
    }

    const members = Object.entries(object).filter(([, member]) => member !== undefined)
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`).join(',')}}`
  }

  return JSON.stringify(value) ?? 'null'
}
