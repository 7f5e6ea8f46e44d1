import { goQuote } from './quote.ts'

/** Go's `%+q` without the quotes: what is not ASCII as `\u00e9`, so that no path can play tricks in a message. */
export function asciiQuote (text: string): string {
  return goQuote(text).slice(1, -1).replace(/[^\0-\x7f]/gu, (char) => {
    const code = char.codePointAt(0) as number
    return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`
  })
}
