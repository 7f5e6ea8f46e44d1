import { cutCode, visit } from './cut-code.mjs'

/** Packages that this plugin strips. */
const OF_LIBP2P = /\/node_modules\/(@libp2p|@chainsafe|libp2p|ipns)\//

/**
 * All counters of gossipsub are among its metrics, which are disabled (`getMetrics`). Of libp2p's own metrics, only
 * connection traffic is counted (`streamMetrics`).
 */
const OF_GOSSIPSUB = /\/node_modules\/@libp2p\/gossipsub\//

/** Methods of metrics that create a counter. */
const REGISTERS = /^register(Counter|Metric|Histogram|Summary)(Group)?$/

/** Functions and methods that are removed, with the replacements of their bodies. */
const FUNCTIONS = [
  // Creates counters for a monitoring system, which a worker does not have.
  { file: /\/node_modules\/@libp2p\/gossipsub\/dist\/src\/metrics\.js$/, name: 'getMetrics', by: '{return null}' },
  // Fills these counters.
  { file: /\/node_modules\/@libp2p\/gossipsub\/dist\/src\/gossipsub\.js$/, name: 'onScrapeMetrics', by: '{}' },
  // Validate score settings, which are never passed.
  {
    file: /\/node_modules\/@libp2p\/gossipsub\/dist\/src\/score\/peer-score-params\.js$/,
    name: 'validatePeerScoreParams',
    by: '{}'
  },
  {
    file: /\/node_modules\/@libp2p\/gossipsub\/dist\/src\/score\/peer-score-thresholds\.js$/,
    name: 'validatePeerScoreThresholds',
    by: '{}'
  },
  // Public DNS servers: libp2p gets other resolvers (`dnsByTxt`).
  {
    file: /\/node_modules\/@multiformats\/dns\/dist\/src\/resolvers\/default(\.browser)?\.js$/,
    name: 'defaultResolver',
    by: '{return []}'
  }
]

const SILENT =
  `const silent = () => Object.assign(() => {}, { enabled: false, color: '', diff: 0, log () {}, namespace: '', destroy: () => true, extend: silent, useColors: () => false })
export default Object.assign(silent, { formatters: {}, names: [], skips: [], enabled: () => false, enable () {}, disable: () => '' })`

const SEEN = `export const createScalableCuckooFilter = () => {
  const seen = new Set()
  return { has: (item) => seen.has(String(item)), add: (item) => { seen.add(String(item)); return true }, remove: (item) => seen.delete(String(item)) }
}`

const NO_MAPPINGS = '{ has () { return false } getAll () { return [] } add () {} remove () {} }'

/** Files that are replaced as a whole. */
const FILES = [
  // Writes the log. Only the values that say whether a log is enabled remain.
  { file: /\/node_modules\/weald\/dist\/src\/index\.js$/, code: SILENT },
  // Logs the keys of a handshake.
  {
    file: /\/node_modules\/@libp2p\/noise\/dist\/src\/logger\.js$/,
    code: `const log = () => {}
export { log as logLocalStaticKeys, log as logLocalEphemeralKeys, log as logRemoteStaticKey, log as logRemoteEphemeralKey, log as logCipherState }`
  },
  // Requests locks from other workers and tabs through a channel of the whole origin. Only libp2p's peer store uses
  // locks, and each worker has its own.
  { file: /\/node_modules\/mortice\/dist\/src\/(browser|node)\.js$/, code: 'export default () => new EventTarget()' },
  // libp2p's own connection pruning. `ConnectionTrimmer` replaces it; libp2p's own limit is never reached.
  {
    file: /\/node_modules\/libp2p\/dist\/src\/connection-manager\/connection-pruner\.js$/,
    code: 'export class ConnectionPruner { start () {} stop () {} maybePruneConnections () {} }'
  },
  // libp2p's own reconnects to kept peers, which are relays only. Our `PeerKeeper` reconnects to them.
  {
    file: /\/node_modules\/libp2p\/dist\/src\/connection-manager\/reconnect-queue\.js$/,
    code: 'export class ReconnectQueue { start () {} afterStart () {} stop () {} }'
  },
  // Searches relays by a random walk, for which libp2p has no router here: the DHT is our own.
  {
    file: /\/node_modules\/libp2p\/dist\/src\/random-walk\.js$/,
    code: 'export class RandomWalk { start () {} stop () {} async * walk () {} }'
  },
  // Queries libp2p's content routers, of which there are none: `DelegatedRouting` and our DHT find providers.
  {
    file: /\/node_modules\/libp2p\/dist\/src\/content-routing\.js$/,
    code: "export class CompoundContentRouting { async get () { throw new Error('there is nobody to ask') } }"
  },
  // Throws the error for pages in insecure contexts, which have no Web Crypto. They have no worker either.
  {
    file: /\/node_modules\/@libp2p\/crypto\/dist\/src\/webcrypto\/index\.js$/,
    code: 'export default { get: () => globalThis.crypto }'
  },
  // Queries the same routers for the addresses of a peer: `findPeer` of the swarm does that.
  {
    file: /\/node_modules\/libp2p\/dist\/src\/peer-routing\.js$/,
    code:
      "export class DefaultPeerRouting { async findPeer () { throw new Error('there is nobody to ask') } async * getClosestPeers () {} }"
  },
  // Stores very many peers in little memory (a filter). Few relays are ever tried.
  { file: /\/node_modules\/@libp2p\/utils\/dist\/src\/filters\/index\.js$/, code: SEEN },
  // Port mappings of a home router or of a certificate's domain: a worker listens on no address that could be mapped.
  {
    file: /\/node_modules\/libp2p\/dist\/src\/address-manager\/ip-mappings\.js$/,
    code: `export class IPMappings ${NO_MAPPINGS}`
  },
  {
    file: /\/node_modules\/libp2p\/dist\/src\/address-manager\/dns-mappings\.js$/,
    code: `export class DNSMappings ${NO_MAPPINGS}`
  }
]

/**
 * Removes unused diagnostics and services of libp2p from the worker: its log and log writer (enabled by an environment
 * variable), gossipsub's metrics, libp2p's counters, its connection pruning and reconnects, and the public DNS
 * resolvers.
 *
 * They would be a tenth of the code that makes a worker a peer, and cost time for every message.
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
      visit(tree, (node) => {
        if (isLogged(node) || isIncremented(node) || (OF_GOSSIPSUB.test(id) && isCounted(node))) {
          texts.push({ start: node.start, end: node.end, by: ';' })
        }
      })

      // `streamMetrics` replaces all counters and ignores names and descriptions.
      visit(tree, ({ type, callee, arguments: given }) => {
        if (type === 'CallExpression' && REGISTERS.test(callee.property?.name) && given.length > 0) {
          texts.push({ start: given[0].start, end: given.at(-1).end, by: '' })
        }
      })

      for (const { name, by } of emptied) {
        visit(tree, (node) => {
          const { body } = (node.type === 'FunctionDeclaration' && node.id?.name === name
            ? node
            : node.type === 'MethodDefinition' && node.key.name === name
            ? node.value
            : undefined) ?? {}

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

/** Matches a statement that only logs: `log(…)`, `this.log.error(…)`, `options.log?.trace(…)`. */
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

  return property.name === 'log'
    ? !(object.type === 'Identifier' && /^(Math|console)$/.test(object.name))
    : (property.name === 'trace' || property.name === 'error') && isLogger(object)
}

/** Matches a statement that counts only if there are counters: `this.metrics?.errors.inc(…)`. */
function isCounted ({ type, expression }) {
  if (
    type !== 'ExpressionStatement' || expression.type !== 'ChainExpression' ||
    expression.expression.type !== 'CallExpression'
  ) {
    return false
  }

  let { callee } = expression.expression

  for (; callee?.type === 'MemberExpression' && !callee.optional; callee = callee.object) {
  }

  const of = callee?.type === 'MemberExpression' ? callee.object : undefined
  return (of?.property ?? of)?.name === 'metrics' && !expression.expression.arguments.some(doesSomething)
}

/**
 * Matches a statement that only increments a counter of metrics: `this.metrics?.dialerEvents.increment(…)`,
 * `this.metrics.dials?.increment(…)`.
 */
function isIncremented ({ type, expression }) {
  const call = expression?.type === 'ChainExpression' ? expression.expression : expression

  if (
    type !== 'ExpressionStatement' || call.type !== 'CallExpression' || call.callee.property?.name !== 'increment' ||
    call.arguments.some(doesSomething)
  ) {
    return false
  }

  let { object } = call.callee
  for (; object.type === 'MemberExpression' && object.property.name !== 'metrics'; { object } = object) {
  }
  return (object.property ?? object).name === 'metrics'
}

/** Returns whether an argument has side effects or awaits something. Such a log call must stay. */
function doesSomething (argument) {
  let does = false
  visit(argument, ({ type }) => {
    does ||= /^(Await|Yield|Assignment|Update)Expression$/.test(type)
  })
  return does
}
