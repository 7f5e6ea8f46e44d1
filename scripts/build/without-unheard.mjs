/** Packages of which this is left out. */
const OF_LIBP2P = /\/node_modules\/(@libp2p|@chainsafe|libp2p)\//

/** What makes counters for a monitoring system that a worker has none of. */
const METRICS = /\/node_modules\/@libp2p\/gossipsub\/dist\/src\/metrics\.js$/

/** What writes the log: all that is left of it are values that say whether there is one. */
const WRITER = /\/node_modules\/weald\/dist\/src\/index\.js$/

const SILENT = `const silent = () => Object.assign(() => {}, { enabled: false, color: '', diff: 0, log () {}, namespace: '', destroy: () => true, extend: silent, useColors: () => false })
export default Object.assign(silent, { formatters: {}, names: [], skips: [], enabled: () => false, enable () {}, disable: () => '' })`

/** In place of the body of a function. */
const EMPTY = '{return null}'

/**
 * Leaves out of the worker what nobody hears there: the log of libp2p and what writes it, which goes to the console of who debugs it by an environment
 * variable, and the metrics of gossipsub. It would be a tenth of what makes a worker a peer, and costs time at every message.
 *
 * @returns {import('vite').Plugin}
 */
export function withoutUnheard () {
  return {
    name: 'without-unheard',
    enforce: 'post',

    transform (code, id) {
      if (WRITER.test(id)) {
        return { code: SILENT, map: null }
      }

      if (!OF_LIBP2P.test(id)) {
        return
      }

      const texts = []
      const tree = this.parse(code)
      visit(tree, (node) => { if (isLogged(node)) texts.push({ start: node.start, end: node.end, by: ';' }) })

      if (METRICS.test(id)) {
        visit(tree, (node) => { if (node.type === 'FunctionDeclaration' && node.id?.name === 'getMetrics') texts.push({ start: node.body.start, end: node.body.end, by: EMPTY }) })
      }

      if (texts.length === 0) {
        return
      }

      let rest = code

      // of one in another the outer one goes
      for (const { start, end, by } of texts.filter((text) => !texts.some((other) => other !== text && other.start <= text.start && other.end >= text.end)).sort((a, b) => b.start - a.start)) {
        // every line and column stays where it was, and so the map is right
        rest = rest.slice(0, start) + by + rest.slice(start + by.length, end).replace(/[^\n]/g, ' ') + rest.slice(end)
      }

      return { code: rest, map: null }
    }
  }
}

/** A statement that does nothing but log: `log(…)`, `this.log.error(…)`, `options.log?.trace(…)`. */
function isLogged (node) {
  if (node.type !== 'ExpressionStatement') {
    return false
  }

  const call = node.expression.type === 'ChainExpression' ? node.expression.expression : node.expression
  return call.type === 'CallExpression' && isLogger(call.callee) && !call.arguments.some(doesSomething)
}

function isLogger (callee) {
  const { type, name, object, property } = callee.type === 'ChainExpression' ? callee.expression : callee

  if (type === 'Identifier') {
    return name === 'log'
  }

  if (type !== 'MemberExpression' || property.type !== 'Identifier') {
    return false
  }

  return property.name === 'log' ? !(object.type === 'Identifier' && /^(Math|console)$/.test(object.name)) : (property.name === 'trace' || property.name === 'error') && isLogger(object)
}

/** What is logged is there without it: nothing is waited for or changed by the way. */
function doesSomething (argument) {
  let does = false
  visit(argument, ({ type }) => { does ||= /^(Await|Yield|Assignment|Update)Expression$/.test(type) })
  return does
}

function visit (node, see) {
  if (node == null || typeof node !== 'object') {
    return
  }

  if (typeof node.type === 'string') {
    see(node)
  }

  Object.values(node).forEach((value) => { visit(value, see) })
}
