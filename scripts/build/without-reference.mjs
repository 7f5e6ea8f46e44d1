/** What commands declare for the reference alone. */
const FOR_REFERENCE = new Set(['errors', 'differs', 'answers'])

/** In place of a property: the minifier takes it away. */
const NOTHING = '...null'

/**
 * Leaves out of the worker what commands say for their reference (`docs/rpc.md`): nobody asks a node for it, and it would be
 * a tenth of what a first visit fetches.
 *
 * @returns {import('vite').Plugin}
 */
export function withoutReference () {
  return {
    name: 'without-reference',
    // behind the compiler, so that what is parsed is JavaScript
    enforce: 'post',

    transform (code, id) {
      if (!id.includes('/src/commands/')) {
        return
      }

      const texts = []
      find(this.parse(code), texts)

      if (texts.length === 0) {
        return
      }

      let rest = code

      for (const { start, end } of texts.sort((a, b) => b.start - a.start)) {
        // every line and column stays where it was, and so the map is right
        rest = rest.slice(0, start) + NOTHING + rest.slice(start + NOTHING.length, end).replace(/[^\n]/g, ' ') + rest.slice(end)
      }

      return { code: rest, map: null }
    }
  }
}

/** Properties of declarations: of the object that `command` is called with. */
function find (node, texts) {
  if (node == null || typeof node !== 'object') {
    return
  }

  if (node.type === 'CallExpression' && node.callee.name === 'command' && node.arguments[0]?.type === 'ObjectExpression') {
    texts.push(...node.arguments[0].properties.filter(({ key, end, start }) => FOR_REFERENCE.has(key?.name) && end - start >= NOTHING.length))
  }

  for (const value of Object.values(node)) {
    find(value, texts)
  }
}
