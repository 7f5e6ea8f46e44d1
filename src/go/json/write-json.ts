/**
 * Writes JSON like Go's encoding/json by default: escapes `<`, `>`, `&`, U+2028 and U+2029, and writes bigints as plain
 * integers. Omits `undefined` members, which represent `omitempty`. Keeps the order of object keys.
 *
 * @example goJson({ Name: 'a<b', Size: 2n ** 60n }) // {"Name":"a\u003cb","Size":1152921504606846976}
 */
export function goJson (value: unknown): string {
  return escapeGoJson(stringifyValue(value))
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
 * A lone surrogate as `JSON.stringify` writes it, which represents a byte that is not UTF-8 (`decodeUtf8`). The first
 * alternative skips an escaped backslash.
 */
const LONE_SURROGATE = /(\\\\)|\\ud[89a-f][0-9a-f]{2}/g

/** Escapes a JSON text of `JSON.stringify` like Go. In JSON, these characters only occur in strings. */
export function escapeGoJson (json: string): string {
  const text = json.includes('\\ud')
    ? json.replace(LONE_SURROGATE, (_, backslash?: string) => backslash ?? '\\ufffd')
    : json
  return text.replace(HTML, (char) => ESCAPES[char])
}

/** Writes a value with a bigint in JavaScript, because not every engine has JSON.rawJSON; others by the engine. */
function stringifyValue (value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (err) {
    if (!(err instanceof TypeError)) {
      throw err
    }
    return writeValue(value)
  }
}

function writeValue (value: unknown): string {
  if (typeof value === 'bigint') {
    return value.toString()
  }

  if (Array.isArray(value)) {
    return `[${value.map((item) => writeValue(item ?? null)).join(',')}]`
  }

  if (value !== null && typeof value === 'object') {
    const object = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() as unknown : value

    if (object === null || typeof object !== 'object' || Array.isArray(object)) {
      return writeValue(object)
    }

    const members = Object.entries(object).filter(([, member]) => member !== undefined)
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${writeValue(member)}`).join(',')}}`
  }

  return JSON.stringify(value) ?? 'null'
}
