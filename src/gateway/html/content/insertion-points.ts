import { htmlTokens } from './html-tokens.ts'

/** End tags that open the head or body of a document that has not opened them. Other end tags are ignored there. */
const OPENING_END_TAGS = new Set(['head', 'body', 'html', 'br'])
const NOT_SPACE = /[^\t\n\f\r ]/
const BYTE_ORDER_MARK = /^(?:\xef\xbb\xbf|\ufeff)/

/** An offset in the text of a document; `none` if nothing can be inserted. */
export type Place = number | 'none'

/**
 * Finds the start of a document's head, or the place where a parser would open it: after the doctype, `<html>` and
 * `<head>`, before anything else. An element inserted there is the first of the document. It changes neither the mode
 * (quirks or not) nor the attributes of root and head. Comments before it stay before it.
 *
 * @param start - the beginning of the document, one character per byte or per UTF-16 code unit
 * @param isComplete - whether this is the whole document
 * @returns undefined if more of the document is needed
 */
export function headStart (start: string, isComplete = false): Place | undefined {
  let at = BYTE_ORDER_MARK.exec(start)?.[0].length ?? 0
  const skipped = at

  for (const { kind, name, start: from, end } of htmlTokens(start.slice(skipped), isComplete)) {
    if (kind === 'text') {
      const words = start.slice(skipped + from, skipped + end).search(NOT_SPACE)

      if (words >= 0) {
        return skipped + from + words
      }
    } else if (kind === 'start' && name === 'head') {
      return skipped + end
    } else if ((kind === 'start' && name !== 'html') || (kind === 'end' && OPENING_END_TAGS.has(name))) {
      return skipped + from
    }

    at = skipped + end
  }

  // A document that ends within a comment or a tag has no such place.
  if (isComplete) {
    return at === start.length ? at : 'none'
  }

  return undefined
}

/**
 * Finds the start of a document's body: after the first `<body>` tag that is not part of text. Without one it is the
 * result of `headStart`, where a parser opens the body for flow content.
 *
 * @param start - see `headStart`
 * @returns undefined if more of the document is needed
 */
export function bodyStart (start: string, isComplete = false): Place | undefined {
  let templates = 0

  for (const { kind, name, end } of htmlTokens(start, isComplete)) {
    if (name === 'template') {
      templates += kind === 'start' ? 1 : -1
    } else if (name === 'body' && kind === 'start' && templates <= 0) {
      return end
    }
  }

  return headStart(start, isComplete)
}
