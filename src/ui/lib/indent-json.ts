/**
 * JSON with a line for each value, for reading. Nothing of it is parsed, so that numbers stay as they are written; what stands behind
 * the limit is left out.
 *
 * @param limit - characters of the result at most
 */
export function indentJson (json: string, limit: number): { text: string, isCut: boolean } {
  let text = ''
  let depth = 0
  let at = 0

  while (at < json.length && text.length < limit) {
    const char = json[at]

    if (char === '"') {
      const end = endOfString(json, at)
      text += json.slice(at, end)
      at = end
      continue
    }

    at++

    if (char === '{' || char === '[') {
      if (json[at] === (char === '{' ? '}' : ']')) {
        text += char + json[at++]
      } else {
        text += char + line(++depth)
      }
    } else if (char === '}' || char === ']') {
      text += line(--depth) + char
    } else if (char === ',') {
      text += char + line(depth)
    } else if (char === ':') {
      text += ': '
    } else if (char.trim() !== '') {
      text += char
    }
  }

  const isCut = at < json.length || text.length > limit
  return { text: isCut ? text.slice(0, limit) : text, isCut }
}

/** Where the string that begins there has ended. */
function endOfString (json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === '\\') at++
    else if (json[at] === '"') return at + 1
  }

  return json.length
}

/** Deep ones would be blanks for the most part. */
const MAX_INDENT = 40

function line (depth: number): string {
  return `\n${'  '.repeat(Math.min(MAX_INDENT, Math.max(0, depth)))}`
}
