import { goQuote } from './quote.ts'
import { ESCAPED_BYTE } from './utf8.ts'

/** A name for a terminal: what cannot be printed is escaped, quotes stay (Kubo `cmdenv.EscNonPrint`). */
export function escapeNonPrint (text: string): string {
  const quoted = goQuote(text).slice(1, -1).replaceAll('\\"', '"')
  // bytes that are no UTF-8 count as printable, and are escaped only where something else is
  return ESCAPED_BYTE.test(text) &&
      Array.from(text).every((rune) => ESCAPED_BYTE.test(rune) || goQuote(rune) === `"${rune}"` || rune === '"')
    ? text
    : quoted
}
