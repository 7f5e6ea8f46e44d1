/** A start tag of XML: prefix, local name, and whether it is self-closing. */
const START_TAG = /<(?:([\w.-]+):)?([\w.-]+)(?:\s+[^\s=/>"'<]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>/y
/** Comments, literal text and processing instructions, which may contain what looks like a tag. */
const QUOTED = [['<!--', '-->'], ['<![CDATA[', ']]>'], ['<?', '?>']] as const

/** The place in an XSLT style sheet at which it writes the head of an HTML document. */
export interface StyleSheetHead {
  /** offset after the start tag */
  at: number
  /** namespace prefix of the tag with its colon; empty if there is none */
  prefix: string
}

/**
 * Finds the literal `<head>` of an XSLT style sheet. Without one, finds the literal `<html>` or `<body>`, if the style
 * sheet adds no attributes to it.
 *
 * @param text - the beginning of the style sheet, one character per byte or per UTF-16 code unit
 * @returns undefined if the style sheet, as far as it was given, writes none
 */
export function styleSheetHead (text: string): StyleSheetHead | undefined {
  let other: StyleSheetHead | undefined

  for (let from = text.indexOf('<'); from >= 0;) {
    const [, end] = QUOTED.find(([start]) => text.startsWith(start, from)) ?? []

    if (end != null) {
      const at = text.indexOf(end, from)
      from = at < 0 ? -1 : text.indexOf('<', at)
      continue
    }

    START_TAG.lastIndex = from
    const [tag, prefix, name = '', empty] = START_TAG.exec(text) ?? []

    if (tag != null && empty === '') {
      const at = from + tag.length
      const place = { at, prefix: prefix == null ? '' : `${prefix}:` }

      if (name.toLowerCase() === 'head') {
        return place
      }

      if (/^(?:html|body)$/i.test(name) && !/^\s*<xsl:/.test(text.slice(at, at + 1024))) {
        other ??= place
      }
    }

    from = text.indexOf('<', from + 1)
  }

  return other
}
