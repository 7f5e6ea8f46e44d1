const TOKEN = /\s*(?:([{}[\]:,])|("(?:[^"\\\n]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|($))/y
const UNFINISHED = /^\s*("(?:[^"\\\n]|\\.)*\\?|-?[\d.eE+-]*|t(r(ue?)?)?|f(a(l(se?)?)?)?|n(u(ll?)?)?)?$/

/**
 * Recognizes JSON, if a text is an object or an array or the start of one, and JSON lines. Single strings and numbers
 * count as text.
 *
 * @param isComplete - whether the text is the whole file
 */
export function jsonType (text: string, isComplete: boolean): string | undefined {
  if (!/^\s*[{[]/.test(text)) {
    return undefined
  }

  const end = valueEnd(text, 0)

  if (end === 'cut') {
    return isComplete ? undefined : 'application/json'
  }

  if (end === 'wrong') {
    return undefined
  }

  const rest = text.slice(end)
  if (rest.trim() === '') {
    return 'application/json'
  }

  return areLines(rest, isComplete) ? 'application/x-ndjson' : undefined
}

/** Whether more values follow, each on its own line. */
function areLines (rest: string, isComplete: boolean): boolean {
  const lines = rest.split('\n')

  return lines[0].trim() === '' && lines.slice(1).every((line, i) => {
    const end = line.trim() === '' ? 0 : valueEnd(line, 0)
    const last = i === lines.length - 2
    return end === 'cut' ? last && !isComplete : end !== 'wrong' && line.slice(end).trim() === ''
  })
}

/** The position of a parser inside a value. */
interface Position {
  /** the closing signs of the lists and maps that are open */
  open: string[]
  /** the next token: a value, a member name, a colon after it, or a comma or the end after a value */
  wanted: 'value' | 'name' | 'colon' | 'next'
  /** whether the innermost list or map has no items yet */
  isEmpty: boolean
}

/** Returns the end of the value that begins at `from`; `cut` if the text ends before. */
function valueEnd (text: string, from: number): number | 'cut' | 'wrong' {
  const position: Position = { open: [], wanted: 'value', isEmpty: false }
  let at = from

  for (;;) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)

    if (match == null) {
      const mayBeCut = position.wanted === 'value' || position.wanted === 'name'
      return mayBeCut && UNFINISHED.test(text.slice(at)) ? 'cut' : 'wrong'
    }

    const [, sign, string, , end] = match
    at = TOKEN.lastIndex

    if (end != null) {
      return 'cut'
    }

    if (!(sign == null ? passScalar(position, string != null) : passSign(position, sign))) {
      return 'wrong'
    }

    if (position.wanted === 'next' && position.open.length === 0) {
      return at
    }
  }
}

/** Moves past a string, number or literal. Returns false if it is not allowed here. */
function passScalar (position: Position, isString: boolean): boolean {
  position.isEmpty = false

  if (position.wanted === 'name' && isString) {
    position.wanted = 'colon'
    return true
  }

  const isAllowed = position.wanted === 'value'
  position.wanted = 'next'
  return isAllowed
}

/** Moves past a bracket, colon or comma. Returns false if it is not allowed here. */
function passSign (position: Position, sign: string): boolean {
  const { open, wanted, isEmpty } = position
  position.isEmpty = false

  if (sign === ':') {
    position.wanted = 'value'
    return wanted === 'colon'
  }

  if (sign === ',') {
    position.wanted = open.at(-1) === '}' ? 'name' : 'value'
    return wanted === 'next'
  }

  if (sign === '{' || sign === '[') {
    open.push(sign === '{' ? '}' : ']')
    position.wanted = sign === '{' ? 'name' : 'value'
    position.isEmpty = true
    return wanted === 'value'
  }

  position.wanted = 'next'
  return sign === open.pop() && (wanted === 'next' || isEmpty)
}
