import { cutCode, visit } from './cut-code.mjs'

/** Packages of which this is left out. */
const OF_LIBP2P = /\/node_modules\/(@libp2p|@chainsafe|libp2p|ipns)\//

/** All of its counters are among its metrics, of which there are none (`getMetrics`); of those of libp2p itself what goes over connections is counted (`streamMetrics`). */
const OF_GOSSIPSUB = /\/node_modules\/@libp2p\/gossipsub\//

/** Methods of metrics that make a counter. */
const REGISTERS = /^register(Counter|Metric|Histogram|Summary)(Group)?$/

/** Functions and methods of files that are left out, and what is in the place of their bodies. */
const FUNCTIONS = [
  // makes counters for a monitoring system that a worker has none of
  { file: /\/node_modules\/@libp2p\/gossipsub\/dist\/src\/metrics\.js$/, name: 'getMetrics', by: '{return null}' },
  // fills these counters
  { file: /\/node_modules\/@libp2p\/gossipsub\/dist\/src\/gossipsub\.js$/, name: 'onScrapeMetrics', by: '{}' },
  // look at settings of its scores, of which it is given none
  { file: /\/node_modules\/@libp2p\/gossipsub\/dist\/src\/score\/peer-score-params\.js$/, name: 'validatePeerScoreParams', by: '{}' },
  { file: /\/node_modules\/@libp2p\/gossipsub\/dist\/src\/score\/peer-score-thresholds\.js$/, name: 'validatePeerScoreThresholds', by: '{}' },
  // public name servers: libp2p is given others (`dnsByTxt`)
  { file: /\/node_modules\/@multiformats\/dns\/dist\/src\/resolvers\/default(\.browser)?\.js$/, name: 'defaultResolver', by: '{return []}' }
]

const SILENT = `const silent = () => Object.assign(() => {}, { enabled: false, color: '', diff: 0, log () {}, namespace: '', destroy: () => true, extend: silent, useColors: () => false })
export default Object.assign(silent, { formatters: {}, names: [], skips: [], enabled: () => false, enable () {}, disable: () => '' })`

const SEEN = `export const createScalableCuckooFilter = () => {
  const seen = new Set()
  return { has: (item) => seen.has(String(item)), add: (item) => { seen.add(String(item)); return true }, remove: (item) => seen.delete(String(item)) }
}`

const NO_MAPPINGS = '{ has () { return false } getAll () { return [] } add () {} remove () {} }'

/** Files in whose place there is something else. */
const FILES = [
  // what writes the log: all that is left of it are values that say whether there is one
  { file: /\/node_modules\/weald\/dist\/src\/index\.js$/, code: SILENT },
  // keys of a handshake, for the same log
  { file: /\/node_modules\/@libp2p\/noise\/dist\/src\/logger\.js$/, code: `const log = () => {}
export { log as logLocalStaticKeys, log as logLocalEphemeralKeys, log as logRemoteStaticKey, log as logRemoteEphemeralKey, log as logCipherState }` },
  // asks other workers and tabs for a lock, by a channel that all of the origin hear: the only locks are those of libp2p's store of peers, of which each worker has one
  { file: /\/node_modules\/mortice\/dist\/src\/(browser|node)\.js$/, code: 'export default () => new EventTarget()' },
  // libp2p's own pruning of connections, in whose place there is a `ConnectionTrimmer`: the most that it is told is never reached
  { file: /\/node_modules\/libp2p\/dist\/src\/connection-manager\/connection-pruner\.js$/, code: 'export class ConnectionPruner { start () {} stop () {} maybePruneConnections () {} }' },
  // libp2p's own redialling of peers that it is told to keep, which are relays alone: our `PeerKeeper` does that
  { file: /\/node_modules\/libp2p\/dist\/src\/connection-manager\/reconnect-queue\.js$/, code: 'export class ReconnectQueue { start () {} afterStart () {} stop () {} }' },
  // looks for relays by peers at random, for which libp2p has nobody to ask here: the DHT is our own
  { file: /\/node_modules\/libp2p\/dist\/src\/random-walk\.js$/, code: 'export class RandomWalk { start () {} stop () {} async * walk () {} }' },
  // asks routers of libp2p who has what, of which there are none: `DelegatedRouting` and our DHT do that
  { file: /\/node_modules\/libp2p\/dist\/src\/content-routing\.js$/, code: "export class CompoundContentRouting { async get () { throw new Error('there is nobody to ask') } }" },
  // says to a page in no secure context that it has no cryptography: it has no worker either
  { file: /\/node_modules\/@libp2p\/crypto\/dist\/src\/webcrypto\/index\.js$/, code: 'export default { get: () => globalThis.crypto }' },
  // asks the same routers where a peer is: `findPeer` of the swarm does that
  { file: /\/node_modules\/libp2p\/dist\/src\/peer-routing\.js$/, code: "export class DefaultPeerRouting { async findPeer () { throw new Error('there is nobody to ask') } async * getClosestPeers () {} }" },
  // remembers very many peers in little room: of relays that were tried there are few
  { file: /\/node_modules\/@libp2p\/utils\/dist\/src\/filters\/index\.js$/, code: SEEN },
  // what a router at home, or a certificate's domain, has been told to map to this machine: a worker listens at no address that could be
  { file: /\/node_modules\/libp2p\/dist\/src\/address-manager\/ip-mappings\.js$/, code: `export class IPMappings ${NO_MAPPINGS}` },
  { file: /\/node_modules\/libp2p\/dist\/src\/address-manager\/dns-mappings\.js$/, code: `export class DNSMappings ${NO_MAPPINGS}` }
]

/**
 * Leaves out of the worker what nobody hears there: the log of libp2p and what writes it, which goes to the console of who debugs it by an environment
 * variable, the metrics of gossipsub, the counters of libp2p, its own pruning of connections and redialling, and what would ask public name servers. It would be a tenth of what makes a worker a peer, and costs time at every message.
 *
 * @returns {import('vite').Plugin}
 */
export function withoutUnheard () {
  return {
    name: 'without-unheard',
    enforce: 'post',

    transform (code, id) {
      const instead = FILES.find(({ file }) => file.test(id))

      if (instead != null) {
        return { code: instead.code, map: null }
      }

      const emptied = FUNCTIONS.filter(({ file }) => file.test(id))

      if (!OF_LIBP2P.test(id) && emptied.length === 0) {
        return
      }

      const texts = []
      const tree = this.parse(code)
      visit(tree, (node) => { if (isLogged(node) || isIncremented(node) || (OF_GOSSIPSUB.test(id) && isCounted(node))) texts.push({ start: node.start, end: node.end, by: ';' }) })

      // what stands for all counters (`streamMetrics`) does not look at their names and descriptions
      visit(tree, ({ type, callee, arguments: given }) => { if (type === 'CallExpression' && REGISTERS.test(callee.property?.name) && given.length > 0) texts.push({ start: given[0].start, end: given.at(-1).end, by: '' }) })

      for (const { name, by } of emptied) {
        visit(tree, (node) => {
          const { body } = (node.type === 'FunctionDeclaration' && node.id?.name === name ? node : node.type === 'MethodDefinition' && node.key.name === name ? node.value : undefined) ?? {}

          if (body != null) {
            texts.push({ start: body.start, end: body.end, by })
          }
        })
      }

      if (texts.length === 0) {
        return
      }

      return { code: cutCode(code, texts), map: null }
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

/** A statement that counts something where there are counters: `this.metrics?.errors.inc(…)`. */
function isCounted ({ type, expression }) {
  if (type !== 'ExpressionStatement' || expression.type !== 'ChainExpression' || expression.expression.type !== 'CallExpression') {
    return false
  }

  let { callee } = expression.expression

  for (; callee?.type === 'MemberExpression' && !callee.optional; callee = callee.object) {}

  const of = callee?.type === 'MemberExpression' ? callee.object : undefined
  return (of?.property ?? of)?.name === 'metrics' && !expression.expression.arguments.some(doesSomething)
}

/** A statement that only adds to a counter among metrics: `this.metrics?.dialerEvents.increment(…)`, `this.metrics.dials?.increment(…)`. */
function isIncremented ({ type, expression }) {
  const call = expression?.type === 'ChainExpression' ? expression.expression : expression

  if (type !== 'ExpressionStatement' || call.type !== 'CallExpression' || call.callee.property?.name !== 'increment' || call.arguments.some(doesSomething)) {
    return false
  }

  let { object } = call.callee
  for (; object.type === 'MemberExpression' && object.property.name !== 'metrics'; { object } = object) {}
  return (object.property ?? object).name === 'metrics'
}

/** What is logged is there without it: nothing is waited for or changed by the way. */
function doesSomething (argument) {
  let does = false
  visit(argument, ({ type }) => { does ||= /^(Await|Yield|Assignment|Update)Expression$/.test(type) })
  return does
}
