import { ESCAPED_BYTE } from './utf8.ts'

const ESCAPES: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v'
}

/** Characters that are printable in Go's `unicode.IsPrint`. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

/** Go's `strconv.Quote` (`%q`), as it stands in many of Kubo's messages. */
export function goQuote (text: string): string {
  return `"${Array.from(text, quoteRune).join('')}"`
}

/** Go's `strconv.QuoteRune` (`%q` of a character). */
export function goQuoteChar (char: string): string {
  return char === "'" ? "'\\''" : char === '"' ? "'\"'" : `'${goQuote(char).slice(1, -1)}'`
}

function quoteRune (rune: string): string {
  if (ESCAPES[rune] != null) {
    return ESCAPES[rune]
  }

  if (PRINTABLE.test(rune)) {
    return rune
  }

  const code = rune.codePointAt(0) as number

  if (code < 0x20 || code === 0x7f) {
    return `\\x${hex(code, 2)}`
  }

  if (ESCAPED_BYTE.test(rune)) {
    return `\\x${hex(code & 0xff, 2)}`
  }

  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
}

function hex (code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}
