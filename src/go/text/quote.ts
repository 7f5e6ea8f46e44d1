import { hexDigits } from './hex-digits.ts'
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

/** Quotes a text like Go's `strconv.Quote` (`%q`), as in many messages of Kubo. */
export function goQuote (text: string): string {
  return `"${Array.from(text, quoteRune).join('')}"`
}

/** Quotes a character like Go's `strconv.QuoteRune` (`%q`). */
export function goQuoteChar (char: string): string {
  if (char === "'") {
    return "'\\''"
  }

  return char === '"' ? "'\"'" : `'${goQuote(char).slice(1, -1)}'`
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
    return `\\x${hexDigits(code, 2)}`
  }

  if (ESCAPED_BYTE.test(rune)) {
    return `\\x${hexDigits(code & 0xff, 2)}`
  }

  return code < 0x10000 ? `\\u${hexDigits(code, 4)}` : `\\U${hexDigits(code, 8)}`
}

/**
 * Quotes a text like Go's `%+q`, without the quotes: escapes non-ASCII characters as `\u00e9`, so that no path can
 * spoof a message.
 */
export function asciiQuote (text: string): string {
  return goQuote(text).slice(1, -1).replace(/[^\0-\x7f]/gu, (char) => {
    const code = char.codePointAt(0) as number
    return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`
  })
}

/** Escapes the characters of a name that a terminal cannot print; keeps quotes (Kubo `cmdenv.EscNonPrint`). */
export function escapeNonPrint (text: string): string {
  const quoted = goQuote(text).slice(1, -1).replaceAll('\\"', '"')
  // Bytes that are not UTF-8 count as printable. They are escaped only if another character is.
  return ESCAPED_BYTE.test(text) &&
      Array.from(text).every((rune) => ESCAPED_BYTE.test(rune) || goQuote(rune) === `"${rune}"` || rune === '"')
    ? text
    : quoted
}
