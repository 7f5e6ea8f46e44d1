const LONG_DIGITS = /\d{16}/
const STRING_OR_INTEGER = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g

/**
 * Parses JSON like `JSON.parse`, but returns integers beyond the exact range of a double as bigints.
 *
 * @throws SyntaxError
 */
export function parseExactJson (text: string): unknown {
  if (!LONG_DIGITS.test(text)) {
    return JSON.parse(text)
  }

  // The mark of an integer that the engine parses as a string. It is random, so that no text can contain it on purpose.
  // It is created per call, because workerd has no random values during startup.
  const mark = `${crypto.randomUUID()}:`
  const isExact = (token: string): boolean => token.startsWith('"') || Number.isSafeInteger(Number(token))
  const marked = text.replace(STRING_OR_INTEGER, (token) => isExact(token) ? token : `"${mark}${token}"`)
  const revive = (_: string, value: unknown): unknown =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value
  return JSON.parse(marked, revive)
}
