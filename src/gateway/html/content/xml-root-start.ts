import type { Place } from './insertion-points.ts'

const SCRIPTED_NAMESPACES = ['http://www.w3.org/1999/xhtml', 'http://www.w3.org/2000/svg']
const BYTE_ORDER_MARK = /^(?:\xef\xbb\xbf|\ufeff)/
const STYLE_SHEET = /^<\?xml-stylesheet\s/
const TRANSFORMATION = /^<\?xml-stylesheet\s[^]*?\btype\s*=\s*["'](?:text|application)\/(?:xsl|xslt\+xml|xml|xslt)["']/
/** A start tag of XML: name, attributes, and whether it is self-closing. */
const START_TAG = /<([^\s/>!?<="']+)((?:\s+[^\s=/>"'<]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y

/**
 * Finds the start of the root element's content in XML documents that browsers display as documents, with scripts and
 * styles: those that contain XHTML or SVG, and those with a CSS style sheet. Browsers show the source of other XML, as
 * long as it contains no element of a namespace that they know. Such a document loads and runs nothing.
 *
 * @param start - the beginning of the document, one character per byte or per UTF-16 code unit
 * @param isComplete - whether this is the whole document
 * @returns `none` for other XML, for an empty root, and for a document with an XSLT style sheet, whose scripts do not
 *   run; undefined if more of the document is needed
 */
export function xmlRootStart (start: string, isComplete = false): Place | undefined {
  const more = isComplete ? 'none' : undefined
  let isShown = SCRIPTED_NAMESPACES.some((namespace) => start.includes(namespace))

  for (let at = BYTE_ORDER_MARK.exec(start)?.[0].length ?? 0; at < start.length;) {
    const space = /\s*/y
    space.lastIndex = at
    at += (space.exec(start) as RegExpExecArray)[0].length

    if (start.startsWith('<?', at)) {
      const end = indexAfter(start, '?>', at)

      if (end != null && TRANSFORMATION.test(start.slice(at, end))) {
        return 'none'
      }

      isShown ||= STYLE_SHEET.test(start.slice(at, end))
      at = end ?? start.length
    } else if (start.startsWith('<!--', at)) {
      at = indexAfter(start, '-->', at + 4) ?? start.length
    } else if (start.startsWith('<!DOCTYPE', at)) {
      at = doctypeEnd(start, at) ?? start.length
    } else {
      START_TAG.lastIndex = at
      const [text, , , empty] = START_TAG.exec(start) ?? []

      if (text == null) {
        return start[at] === '<' ? more : 'none'
      }

      return empty === '' && isShown ? at + text.length : 'none'
    }
  }

  return more
}

/**
 * Returns the end of a document type declaration. Its internal subset may contain declarations, comments and quoted
 * text.
 */
function doctypeEnd (text: string, at: number): number | undefined {
  const part = /<!--[^]*?-->|<\?[^]*?\?>|"[^"]*"|'[^']*'|[[\]>]/g
  part.lastIndex = at + '<!DOCTYPE'.length
  let inSubset = false

  for (let found = part.exec(text); found != null; found = part.exec(text)) {
    if (found[0] === '>' && !inSubset) {
      return part.lastIndex
    }

    inSubset = found[0] === '[' || (inSubset && found[0] !== ']')
  }

  return undefined
}

function indexAfter (text: string, mark: string, from: number): number | undefined {
  const at = text.indexOf(mark, from)
  return at < 0 ? undefined : at + mark.length
}
