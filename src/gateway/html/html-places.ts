import { htmlTokens } from './html-tokens.ts'

/** End tags that begin the head or the body of a document that has not begun them. The others are ignored there. */
const OPENING_END_TAGS = new Set(['head', 'body', 'html', 'br'])
const NOT_SPACE = /[^\t\n\f\r ]/
const BYTE_ORDER_MARK = /^(?:\xef\xbb\xbf|\ufeff)/

/** An index into the text of a document; `none` if nothing can be put into it. */
export type Place = number | 'none'

/**
 * Finds the place where a document's head begins, or where a parser would let it begin: after the doctype, `<html>` and `<head>`,
 * before anything else. An element put there is the first of the document, and changes neither its mode (quirks or not) nor the
 * attributes of its root and head. Comments before it stay before it.
 *
 * @param start - the beginning of the document, one character per byte or per code unit of UTF-16
 * @param whole - the document has no more than that
 * @returns undefined if more of the document is needed to know
 */
export function headStart (start: string, whole = false): Place | undefined {
  let at = BYTE_ORDER_MARK.exec(start)?.[0].length ?? 0
  const skipped = at

  for (const { kind, name, start: from, end } of htmlTokens(start.slice(skipped), whole)) {
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

  // a document that ends within a comment or a tag has no place for anything
  return whole ? at === start.length ? at : 'none' : undefined
}

/**
 * Finds the place where a document's body begins: after the first `<body>` that is no text. Without one it is the place of
 * `headStart`, at which a parser lets the body begin if something that belongs there is put there.
 *
 * @param start - see `headStart`
 * @returns undefined if more of the document is needed to know
 */
export function bodyStart (start: string, whole = false): Place | undefined {
  let templates = 0

  for (const { kind, name, end } of htmlTokens(start, whole)) {
    if (name === 'template') {
      templates += kind === 'start' ? 1 : -1
    } else if (name === 'body' && kind === 'start' && templates <= 0) {
      return end
    }
  }

  return headStart(start, whole)
}
