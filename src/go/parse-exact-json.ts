const LONG_DIGITS = /\d{16}/
const STRING_OR_INTEGER = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g

/** Marks an integer that is kept as a string while the engine parses. No text can contain it by intent. */
const MARK = `${crypto.randomUUID()}:`

/** Parses JSON as `JSON.parse` does, and integers that a double cannot hold as bigints. @throws SyntaxError */
export function parseExactJson (text: string): unknown {
  if (!LONG_DIGITS.test(text)) {
    return JSON.parse(text)
  }

  const marked = text.replace(STRING_OR_INTEGER, (token) => token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${MARK}${token}"`)
  return JSON.parse(marked, (_, value: unknown) => typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value)
}
