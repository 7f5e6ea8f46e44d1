const LONG_DIGITS = /\d{16}/
const STRING_OR_INTEGER = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g

/**
 * Parses JSON as `JSON.parse` does, and integers that a double cannot hold as bigints.
 *
 * @throws SyntaxError
 */
export function parseExactJson (text: string): unknown {
  if (!LONG_DIGITS.test(text)) {
    return JSON.parse(text)
  }

  // Marks an integer that is kept as a string while the engine parses. It is random, so that no text contains it by
  // intent, and made per call, because workerd allows no random values at start.
  const mark = `${crypto.randomUUID()}:`
  const isExact = (token: string): boolean => token.startsWith('"') || Number.isSafeInteger(Number(token))
  const marked = text.replace(STRING_OR_INTEGER, (token) => isExact(token) ? token : `"${mark}${token}"`)
  const revive = (_: string, value: unknown): unknown =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value
  return JSON.parse(marked, revive)
}
