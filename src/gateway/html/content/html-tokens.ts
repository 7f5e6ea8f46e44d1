/** A token of an HTML document, as offsets in its text. */
export interface HtmlToken {
  kind: 'text' | 'comment' | 'doctype' | 'start' | 'end'
  /** tag name in lower case; empty for other tokens */
  name: string
  /** index of the first character */
  start: number
  /** index after the last character */
  end: number
  /** attributes of a tag: lower-case names, values with unresolved character references; the first of a name counts */
  attributes: ReadonlyMap<string, string>
}

/** Elements with text content up to their end tag. `noscript` belongs to them if scripts are enabled. */
const RAW_TEXT = new Set(['script', 'style', 'title', 'textarea', 'noscript', 'noframes', 'iframe', 'xmp', 'noembed'])
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

/**
 * Splits the beginning of an HTML document into tokens, by the states of the HTML standard (section 13.2.5). Tokens end
 * where they end in a browser: `>` within a quoted attribute value does not end a tag. `<!foo>`, `<?php ?>` and `</3>`
 * are comments, and `<!-->` and `--!>` end comments. Stops before a token that is not complete in the text.
 *
 * @param text - one character per byte of a superset of ASCII, or per UTF-16 code unit
 * @param isComplete - whether the document ends with the text: then its last text is a token; an unfinished tag or
 * comment
 *   never is
 */
export function* htmlTokens (text: string, isComplete = false): Generator<HtmlToken, undefined> {
  for (let at = 0; at < text.length;) {
    const token = text[at] === '<'
      ? markupToken(text, at, isComplete)
      : textToken(text, at, text.indexOf('<', at), isComplete)

    if (token == null) {
      return
    }

    yield token
    at = token.end

    if (token.kind === 'start' && RAW_TEXT.has(token.name)) {
      const end = rawTextEnd(text, at, token.name)

      if (end > at) {
        yield { ...plainToken('text', at, end) }
      }

      if (end === text.length) {
        return // the end tag may follow later
      }

      at = end
    }
  }
}

/** Reads a token that begins with `<`. */
function markupToken (text: string, at: number, isComplete: boolean): HtmlToken | undefined {
  const next = text.slice(at + 1, at + 3)

  if (/^[a-z]/i.test(next)) {
    return tagToken(text, at, at + 1, 'start')
  }

  if (/^\/[a-z]/i.test(next)) {
    return tagToken(text, at, at + 2, 'end')
  }

  if (next[0] === '!') {
    return declarationToken(text, at, isComplete)
  }

  if (next[0] === '?' || (next[0] === '/' && next.length > 1)) {
    return tokenUntil(text, '>', at, at + 2, 'comment')
  }

  // A lone `<` is text, once the next character is known.
  if (next !== '' && next !== '/') {
    return textToken(text, at, text.indexOf('<', at + 1), isComplete)
  }

  return isComplete
    ? plainToken('text', at, text.length)
    : undefined
}

/** Reads a comment, a doctype, or a bogus comment. */
function declarationToken (text: string, at: number, isComplete: boolean): HtmlToken | undefined {
  const word = text.slice(at + 2, at + 9).toLowerCase()

  if (word.startsWith('--')) {
    const [abrupt] = /^(?:>|->)/.exec(text.slice(at + 4, at + 6)) ?? ['']

    if (abrupt !== '') {
      return plainToken('comment', at, at + 4 + abrupt.length)
    }

    const end = /--!?>/g
    end.lastIndex = at + 4
    return end.test(text) ? plainToken('comment', at, end.lastIndex) : undefined
  }

  if (!isComplete && word.length < 7 && ('doctype'.startsWith(word) || word === '-')) {
    return undefined
  }

  // `>` ends a doctype even within a quoted identifier.
  return tokenUntil(text, '>', at, at + 2, word === 'doctype' ? 'doctype' : 'comment')
}

/** Reads a tag with its attributes. */
function tagToken (text: string, at: number, nameAt: number, kind: 'start' | 'end'): HtmlToken | undefined {
  const name = /[^\t\n\f\r />]*/y
  const gap = /[\t\n\f\r /]*/y
  const attribute = /(=?[^\t\n\f\r />=]*)[\t\n\f\r ]*(=?)[\t\n\f\r ]*/y
  const value = /"([^"]*)"|'([^']*)'|((?!["'])[^\t\n\f\r >]*)/y
  const attributes = new Map<string, string>()
  const [found] = matchAt(name, text, nameAt)
  let place = nameAt + found.length

  for (;;) {
    place += matchAt(gap, text, place)[0].length

    if (place >= text.length) {
      return undefined
    }

    if (text[place] === '>') {
      return { kind, name: found.toLowerCase(), start: at, end: place + 1, attributes }
    }

    const [head, key, equals] = matchAt(attribute, text, place)
    place += head.length
    let content = ''

    if (equals !== '' && text[place] !== '>') {
      value.lastIndex = place
      const read = value.exec(text)

      if (read == null) {
        return undefined // unterminated quote
      }

      place += read[0].length
      content = read[1] ?? read[2] ?? read[3]
    }

    if (!attributes.has(key.toLowerCase())) {
      attributes.set(key.toLowerCase(), content)
    }
  }
}

/** Returns the end of a raw text element's content: at its end tag, or at the end of the text. */
function rawTextEnd (text: string, at: number, name: string): number {
  const end = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')
  end.lastIndex = at
  return end.exec(text)?.index ?? text.length
}

function textToken (text: string, start: number, end: number, isComplete: boolean): HtmlToken | undefined {
  // White space may continue as another token.
  return end < 0 && !isComplete && /^[\t\n\f\r ]*$/.test(text.slice(start))
    ? undefined
    : plainToken('text', start, end < 0 ? text.length : end)
}

function tokenUntil (
  text: string,
  mark: string,
  start: number,
  from: number,
  kind: 'comment' | 'doctype'
): HtmlToken | undefined {
  const end = text.indexOf(mark, from)
  return end < 0 ? undefined : plainToken(kind, start, end + mark.length)
}

function plainToken (kind: 'text' | 'comment' | 'doctype', start: number, end: number): HtmlToken {
  return { kind, name: '', start, end, attributes: NO_ATTRIBUTES }
}

function matchAt (pattern: RegExp, text: string, at: number): RegExpExecArray {
  pattern.lastIndex = at
  return pattern.exec(text) as RegExpExecArray
}
