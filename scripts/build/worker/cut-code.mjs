/**
 * Replaces parts of code by texts that are at most as long. All lines and columns stay where they were, so the source
 * map stays valid. If a part lies inside another one, the outer one wins.
 *
 * @param {string} code
 * @param {Array<{ start: number, end: number, by: string }>} texts
 */
export function cutCode (code, texts) {
  let rest = code

  for (
    const { start, end, by } of texts.filter((text) =>
      !texts.some((other) => other !== text && other.start <= text.start && other.end >= text.end)
    ).sort((a, b) => b.start - a.start)
  ) {
    rest = rest.slice(0, start) + by + rest.slice(start + by.length, end).replace(/[^\n]/g, ' ') + rest.slice(end)
  }

  return rest
}

/** Calls `see` for each node of a syntax tree. */
export function visitNodes (node, see) {
  if (node == null || typeof node !== 'object') {
    return
  }

  if (typeof node.type === 'string') {
    see(node)
  }

  Object.values(node).forEach((value) => {
    visitNodes(value, see)
  })
}
