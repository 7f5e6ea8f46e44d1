import { cutCode, visitNodes } from './cut-code.mjs'

/**
 * Properties of command declarations that only the reference uses, and those of their `help`. The shell completion
 * scripts use some of them too, but no worker generates these scripts.
 */
const FOR_REFERENCE = new Set(['status', 'errors', 'differs', 'answers'])
const OF_HELP = new Set(['description'])
const OF_OPTION = new Set(['experimental', 'deprecated'])

/** Properties of commands that are 404 over HTTP (`noRemote`), which only other programs than a worker run. */
const OF_LOCAL_COMMAND = new Set(['run', 'text'])

/** Replaces a property; the minifier removes it. */
const NOTHING = '...null'

/**
 * Removes the reference texts of commands (`docs/reference/rpc.md`, `public/reference`) from the worker, and the code
 * of commands that are 404 over HTTP. The node never returns the texts, which would be a tenth of the download of a
 * first visit, and never runs the code.
 *
 * @returns {import('vite').Plugin}
 */
export function withoutReference () {
  return {
    name: 'without-reference',
    // Runs after the compiler, so that the parsed code is JavaScript.
    enforce: 'post',

    transform (code, id) {
      if (!id.includes('/src/commands/')) {
        return
      }

      const texts = []

      // Handles declarations: properties of the objects that they are called with.
      visitNodes(this.parse(code), ({ type, callee, arguments: [first, second, third] = [] }) => {
        if (type !== 'CallExpression') {
          return
        }

        if (callee.name === 'command') {
          const help = findProperty(first, 'help')?.value
          texts.push(
            ...findProperties(first, FOR_REFERENCE),
            ...findProperties(help, OF_HELP),
            ...emptyText(findProperty(help, 'tagline')?.value),
            ...findProperty(first, 'noRemote')?.value?.value === true ? findProperties(first, OF_LOCAL_COMMAND) : []
          )
        } else if (callee.name === 'group') {
          texts.push(...emptyText(first), ...findProperties(third, FOR_REFERENCE))
        } else if (callee.object?.name === 'option') {
          texts.push(...emptyText(second), ...findProperties(third, OF_OPTION))
        } else if (callee.object?.name === 'argument') {
          texts.push(...emptyText(second))
        }
      })

      return texts.length === 0 ? undefined : { code: cutCode(code, texts), map: null }
    }
  }
}

/** Returns whether a node is a text, or texts joined by `+`. */
function isText (node) {
  return node?.type === 'Literal' ||
    (node?.type === 'BinaryExpression' && node.operator === '+' && isText(node.left) && isText(node.right))
}

/** Replaces a text by an empty one. */
function emptyText (node) {
  return isText(node) ? [{ start: node.start, end: node.end, by: '``' }] : []
}

function findProperty (object, name) {
  return object?.type === 'ObjectExpression' ? object.properties.find(({ key }) => key?.name === name) : undefined
}

function findProperties (object, names) {
  return object?.type !== 'ObjectExpression'
    ? []
    : object.properties.filter(({ key, start, end }) => names.has(key?.name) && end - start >= NOTHING.length).map((
      { start, end }
    ) => ({ start, end, by: NOTHING }))
}
