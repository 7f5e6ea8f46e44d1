// What a node on the edge costs a month, by the engine's public prices: `node bench/edge-cost.mjs --help`
import { parseArgs } from 'node:util'

/**
 * Prices in US dollars of the paid plan, and what a month of it has in it, after the pages of Cloudflare's documentation on the pricing of Workers, Durable Objects and
 * R2. They change: look there before you count on them. Each may be given as an option.
 */
const PRICES = {
  'plan': [5, 'a month of the plan'],
  'request': [0.30, 'a million requests to workers'],
  'request-free': [10, 'millions of them in the plan'],
  'cpu': [0.02, 'a million milliseconds of CPU of workers'],
  'cpu-free': [30, 'millions of them in the plan'],
  'object-request': [0.15, 'a million requests to the object; 20 messages of a WebSocket that come in are one'],
  'object-request-free': [1, 'millions of them in the plan'],
  'duration': [12.50, 'a million GB-s of an object that is awake, at 128 MB'],
  'duration-free': [0.4, 'millions of them in the plan'],
  'row-read': [0.001, 'a million rows read'],
  'row-read-free': [25_000, 'millions of them in the plan'],
  'row-written': [1, 'a million rows written'],
  'row-written-free': [50, 'millions of them in the plan'],
  'sql-gb': [0.20, 'a GB a month of rows'],
  'sql-gb-free': [5, 'GB of them in the plan'],
  'r2-gb': [0.015, 'a GB a month in R2'],
  'r2-gb-free': [10, 'GB of them in the plan'],
  'r2-write': [4.50, 'a million writes to R2'],
  'r2-write-free': [1, 'millions of them in the plan'],
  'r2-read': [0.36, 'a million reads of R2'],
  'r2-read-free': [10, 'millions of them in the plan'],
  'egress-gb': [0, 'a GB sent']
}

/** What is asked of the node, and what it does for that (src/store/sql). */
const USE = {
  'gb': [100, 'GB of blocks kept'],
  'blocks': [1_000_000, 'of them'],
  'requests': [1000, 'requests a second to the gateway, all the time'],
  'kib': [64, 'KiB of an answer'],
  'cached': [0.95, 'share of them that the edge\'s cache has'],
  'added-gb': [10, 'GB added a month'],
  'peers': [32, 'peers that are connected, all the time; with any the object is always awake'],
  'messages': [0.5, 'messages a second of each of them'],
  'cpu-ms': [1, 'ms of CPU of a request in front'],
  'rows': [6, 'rows read of a request that the object answers'],
  'reads': [1, 'reads of R2 of such']
}

const MIO = 1e6
const SECONDS = 30 * 86_400
const OBJECT_GB = 0.128
const SEGMENT_BYTES = 8 * 1024 * 1024
/** Of a block in the index: its row, its hash and the row of its place. */
const ROW_BYTES = 200
/** Rows that a block is written as, those of indexes too: itself, who brought it, its move into a segment. */
const ROWS_OF_BLOCK = 8
const MESSAGES_OF_REQUEST = 20
/** An object answers so many requests a second at most (Cloudflare's documents, "soft limit"). */
const MAX_OBJECT_REQUESTS = 1000

const options = Object.fromEntries([...Object.keys(PRICES), ...Object.keys(USE)].map((name) => [name, { type: 'string' }]))
const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', default: false } } })

if (values.help) {
  for (const [title, table] of [['Use', USE], ['Prices', PRICES]]) {
    console.log(`${title}\n${Object.entries(table).map(([name, [value, text]]) => `  --${name.padEnd(20)} ${text} (${value})`).join('\n')}`)
  }
} else {
  const of = Object.fromEntries(Object.entries({ ...USE, ...PRICES }).map(([name, [value]]) => [name, read(name, value)]))
  const all = of.requests * SECONDS / MIO
  const missed = all * (1 - of.cached)
  const messages = of.peers * of.messages * SECONDS / MIO / MESSAGES_OF_REQUEST
  const blocksAdded = of.blocks * of['added-gb'] / of.gb / MIO
  const billed = (name, used) => Math.max(0, used - (of[`${name}-free`] ?? 0)) * of[name]

  const costs = {
    'the plan': of.plan,
    'requests in front': billed('request', all) + billed('cpu', all * of['cpu-ms']),
    'the object\'s requests': billed('object-request', missed + messages),
    'the object awake': billed('duration', (of.peers > 0 || missed > 0 ? SECONDS : 0) * OBJECT_GB / MIO),
    'rows read and written': billed('row-read', missed * of.rows) + billed('row-written', blocksAdded * ROWS_OF_BLOCK),
    'rows kept': billed('sql-gb', of.blocks * ROW_BYTES / 1e9),
    'blocks kept': billed('r2-gb', of.gb),
    'R2 read and written': billed('r2-read', missed * of.reads) + billed('r2-write', of['added-gb'] * 1e9 / SEGMENT_BYTES / MIO),
    'sent': of['egress-gb'] * all * MIO * of.kib * 1024 / 1e9
  }

  const total = Object.values(costs).reduce((sum, cost) => sum + cost, 0)
  Object.entries(costs).forEach(([name, cost]) => { console.log(`${name.padEnd(26)} ${cost.toFixed(2).padStart(10)} $`) })
  console.log(`${'a month'.padEnd(26)} ${total.toFixed(2).padStart(10)} $`)
  console.log(`a million requests ${all === 0 ? '-' : (total / all).toFixed(3)} $, a GB kept ${of['r2-gb']} $, a GB served ${all === 0 ? '-' : (total / (all * MIO * of.kib * 1024 / 1e9)).toFixed(5)} $`)

  if (of.requests * (1 - of.cached) > MAX_OBJECT_REQUESTS) {
    console.log(`one object answers some ${MAX_OBJECT_REQUESTS} requests a second: ${(of.requests * (1 - of.cached)).toFixed(0)} are too many`)
  }
}

function read (name, value) {
  const number = values[name] == null ? value : Number(values[name])

  if (!(number >= 0)) {
    throw new Error(`--${name} must be a number that is not negative`)
  }

  return number
}
