import { cutCode, visit } from './cut-code.mjs'

/** What commands declare for the reference alone, and of their `help`. The scripts that complete them in a shell say some of it too: no worker writes these (`noRemote`). */
const FOR_REFERENCE = new Set(['status', 'errors', 'differs', 'answers'])
const OF_HELP = new Set(['description'])
const OF_OPTION = new Set(['experimental', 'deprecated'])

/** In place of a property: the minifier takes it away. */
const NOTHING = '...null'

/**
 * Leaves out of the worker what commands say for their reference (`docs/rpc.md`, `public/reference`): nobody asks a node for it, and it
 * would be a tenth of what a first visit fetches.
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

      // of declarations: properties of the objects that they are called with
      visit(this.parse(code), ({ type, callee, arguments: [first, second, third] = [] }) => {
        if (type !== 'CallExpression') {
          return
        }

        if (callee.name === 'command') {
          const help = property(first, 'help')?.value
          texts.push(...properties(first, FOR_REFERENCE), ...properties(help, OF_HELP), ...emptied(property(help, 'tagline')?.value))
        } else if (callee.name === 'group') {
          texts.push(...emptied(first), ...properties(third, FOR_REFERENCE))
        } else if (callee.object?.name === 'option') {
          texts.push(...emptied(second), ...properties(third, OF_OPTION))
        } else if (callee.object?.name === 'argument') {
          texts.push(...emptied(second))
        }
      })

      return texts.length === 0 ? undefined : { code: cutCode(code, texts), map: null }
    }
  }
}

/** A text, in whose place there is none. */
function emptied (node) {
  return node?.type === 'Literal' ? [{ start: node.start, end: node.end, by: '``' }] : []
}

function property (object, name) {
  return object?.type === 'ObjectExpression' ? object.properties.find(({ key }) => key?.name === name) : undefined
}

function properties (object, names) {
  return object?.type !== 'ObjectExpression'
    ? []
    : object.properties.filter(({ key, start, end }) => names.has(key?.name) && end - start >= NOTHING.length).map(({ start, end }) => ({ start, end, by: NOTHING }))
}
