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

/** Returns the end of the value that begins at `from`; `cut` if the text ends before. */
function valueEnd (text: string, from: number): number | 'cut' | 'wrong' {
  const open: string[] = []
  // What is expected next: a value, a member name, a colon after it, or what follows a value.
  let wanted: 'value' | 'name' | 'colon' | 'next' = 'value'
  let empty = false
  let at = from

  for (;;) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)

    if (match == null) {
      return UNFINISHED.test(text.slice(at)) && wanted !== 'colon' && wanted !== 'next' ? 'cut' : 'wrong'
    }

    const [, sign, string, word, end] = match
    at = TOKEN.lastIndex

    if (end != null) {
      return 'cut'
    }

    if (string != null || word != null) {
      if (wanted === 'name' && string != null) {
        wanted = 'colon'
        continue
      }

      if (wanted !== 'value') {
        return 'wrong'
      }

      wanted = 'next'
    } else if (sign === ':' && wanted === 'colon') {
      wanted = 'value'
      empty = false
      continue
    } else if ((sign === '{' || sign === '[') && wanted === 'value') {
      open.push(sign === '{' ? '}' : ']')
      wanted = sign === '{' ? 'name' : 'value'
      empty = true
      continue
    } else if (sign === open.at(-1) && (wanted === 'next' || empty)) {
      open.pop()
      wanted = 'next'
    } else if (sign === ',' && wanted === 'next' && open.length > 0) {
      wanted = open.at(-1) === '}' ? 'name' : 'value'
      empty = false
      continue
    } else {
      return 'wrong'
    }

    empty = false

    if (open.length === 0) {
      return at
    }
  }
}
