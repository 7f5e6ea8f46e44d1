import { defineError } from '../../../../errors/define-error.ts'
import { t } from '../../text/t.ts'

/** A word of a line, parsed like in a shell. */
export interface Word {
  /** text without its quotes */
  text: string
  /** position in the line, in UTF-16 units */
  start: number
  end: number
}

/** A quote is not closed at the end of the line. */
export class OpenQuoteError extends defineError('OpenQuoteError') {}

/**
 * Splits a line at spaces, with '…', "…" and backslashes as in a POSIX shell, and no other shell syntax.
 *
 * @throws OpenQuoteError
 */
export function splitWords (line: string): Word[] {
  const words: Word[] = []
  let word: Word | undefined
  let quote = ''

  for (let at = 0; at < line.length; at++) {
    const char = line[at]
    const escapes = char === '\\' && quote !== "'" && at + 1 < line.length &&
      (quote === '' || '"\\$`'.includes(line[at + 1]))

    if (quote === '' && /\s/.test(char)) {
      word = undefined
      continue
    }

    if (word == null) {
      word = { text: '', start: at, end: at }
      words.push(word)
    }

    if (escapes) {
      word.text += line[++at]
    } else if (char === quote) {
      quote = ''
    } else if (quote === '' && (char === '"' || char === "'")) {
      quote = char
    } else {
      word.text += char
    }

    word.end = at + 1
  }

  if (quote !== '') {
    throw new OpenQuoteError(t('The quote {quote} is not closed.', { quote }))
  }

  return words
}
