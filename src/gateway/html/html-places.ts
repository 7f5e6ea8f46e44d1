/** Comments before the root of a document are skipped, but not for ever. */
const SPACE_AND_COMMENTS = String.raw`(?:\s|<!--(?:(?!-->)[^])*-->)*`
const HEAD_START = new RegExp(String.raw`^(?:\xef\xbb\xbf)?${SPACE_AND_COMMENTS}(?:<!doctype\b[^>]*>)?${SPACE_AND_COMMENTS}(?:<html\b[^>]*>${SPACE_AND_COMMENTS}(?:<head\b[^>]*>)?|<head\b[^>]*>)?`, 'i')
/** What a body is looked for in; in all but a body itself a `<body` is text. */
const TOKEN = /<(?:(body)(?:\s[^>]*)?>|(script|style|title|template|noscript|textarea)\b|(!--))/gi

/**
 * Where a document's head begins, or would: behind the doctype, `<html>` and `<head>` as far as they are there. What is put there
 * comes before all that is in the document, and changes neither its mode nor its root.
 *
 * @param start - the first bytes, one character each
 */
export function headStart (start: string): number {
  return (HEAD_START.exec(start) as RegExpExecArray)[0].length
}

/** Where a document's body begins; where nothing says so, the place of `headStart`, at which a parser lets the body begin. */
export function bodyStart (start: string): number {
  const lower = start.toLowerCase()
  TOKEN.lastIndex = 0

  for (let token = TOKEN.exec(start); token != null; token = TOKEN.exec(start)) {
    const [text, body, element] = token

    if (body != null) {
      return token.index + text.length
    }

    const end = lower.indexOf(element == null ? '-->' : `</${element.toLowerCase()}`, TOKEN.lastIndex)

    if (end < 0) {
      break // all the rest is text
    }

    TOKEN.lastIndex = end
  }

  return headStart(start)
}
