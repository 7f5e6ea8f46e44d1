/**
 * Code with other texts in the place of some of it, each of which is no longer than what it takes the place of. Every line and column stays
 * where it was, and so a source map is right; of one in another the outer one goes.
 *
 * @param {string} code
 * @param {Array<{ start: number, end: number, by: string }>} texts
 */
export function cutCode (code, texts) {
  let rest = code

  for (const { start, end, by } of texts.filter((text) => !texts.some((other) => other !== text && other.start <= text.start && other.end >= text.end)).sort((a, b) => b.start - a.start)) {
    rest = rest.slice(0, start) + by + rest.slice(start + by.length, end).replace(/[^\n]/g, ' ') + rest.slice(end)
  }

  return rest
}

/** Shows each node of a syntax tree. */
export function visit (node, see) {
  if (node == null || typeof node !== 'object') {
    return
  }

  if (typeof node.type === 'string') {
    see(node)
  }

  Object.values(node).forEach((value) => { visit(value, see) })
}
