import { goQuote } from './quote.ts'

/** A name for a terminal: what cannot be printed is escaped, quotes stay (Kubo `cmdenv.EscNonPrint`). */
export function escapeNonPrint (text: string): string {
  return goQuote(text).slice(1, -1).replaceAll('\\"', '"')
}
