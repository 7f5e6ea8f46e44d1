// Estimates the monthly cost of a node on the edge by Cloudflare's public prices: `node bench/edge/cost.mjs --help`
import { parseArgs } from 'node:util'

/*
 * Prices in US dollars of the paid plan, and its monthly allowances, from Cloudflare's public documentation, compared
 * in November 2026. They change: check them before you rely on them. Each may be overridden by an option.
 *
 * - WORKERS: "Pricing", https://developers.cloudflare.com/workers/platform/pricing/, "Workers": the Standard usage
 *   model, in force since 1 March 2024
 * - OBJECTS: "Pricing", https://developers.cloudflare.com/durable-objects/platform/pricing/: "Compute billing";
 *   "Storage billing", "SQLite storage backend", billed since 7 January 2026 ("Release notes",
 *   https://developers.cloudflare.com/durable-objects/release-notes/)
 * - R2: "Pricing", https://developers.cloudflare.com/r2/pricing/: Standard storage; usage is rounded up to whole
 *   millions and GB ("Billable unit rounding")
 */
const PRICES = {
  // WORKERS: "a minimum charge of $5 USD per month for an account"
  'plan': [5, 'a month of the plan'],
  // WORKERS: 10 million requests, + $0.30 a million; requests to the object are not counted here
  'request': [0.30, 'a million requests to workers'],
  'request-free': [10, 'millions included in the plan'],
  // WORKERS: 30 million CPU ms, + $0.02 a million; an object is billed by its duration
  'cpu': [0.02, 'a million milliseconds of CPU of workers'],
  'cpu-free': [30, 'millions included in the plan'],
  // OBJECTS: 1 million, + $0.15 a million: requests, alarms, and incoming WebSocket messages, 20 of which count as one;
  // outgoing ones are free
  'object-request': [0.15, 'a million requests to the object; 20 incoming WebSocket messages count as one'],
  'object-request-free': [1, 'millions included in the plan'],
  // OBJECTS: 400,000 GB-s, + $12.50 a million, for 128 MB whatever it uses, as long as it is in memory and cannot
  // hibernate. An object with accepted WebSockets cannot hibernate.
  'duration': [12.50, 'a million GB-s of an object that is awake, at 128 MB'],
  'duration-free': [0.4, 'millions included in the plan'],
  // OBJECTS: first 25 billion rows, + $0.001 a million
  'row-read': [0.001, 'a million rows read'],
  'row-read-free': [25_000, 'millions included in the plan'],
  // OBJECTS: first 50 million rows, + $1.00 a million; deletes, `setAlarm` and index entries count as writes
  'row-written': [1, 'a million rows written'],
  'row-written-free': [50, 'millions included in the plan'],
  // OBJECTS: 5 GB-month, + $0.20 a GB-month
  'sql-gb': [0.20, 'a GB a month of rows'],
  'sql-gb-free': [5, 'GB included in the plan'],
  // R2: 10 GB-month, + $0.015 a GB-month
  'r2-gb': [0.015, 'a GB a month in R2'],
  'r2-gb-free': [10, 'GB included in the plan'],
  // R2: Class A, 1 million, + $4.50 a million (PutObject); DeleteObject is free
  'r2-write': [4.50, 'a million writes to R2'],
  'r2-write-free': [1, 'millions included in the plan'],
  // R2: Class B, 10 million, + $0.36 a million (GetObject)
  'r2-read': [0.36, 'a million reads of R2'],
  'r2-read-free': [10, 'millions included in the plan'],
  // WORKERS: "no additional charges for data transfer (egress)"; R2: egress is free
  'egress-gb': [0, 'a GB sent']
}

/** Assumed usage of the node, and its resulting operations (src/store/sql). */
const USE = {
  'gb': [100, 'GB of stored blocks'],
  'blocks': [1_000_000, 'number of stored blocks'],
  'requests': [1000, 'gateway requests per second, constantly'],
  'kib': [64, 'KiB per response'],
  'cached': [0.95, 'share of requests that the edge cache answers'],
  'added-gb': [10, 'GB added per month'],
  'upload-mb': [10, 'MB per upload'],
  'at-node': [0, 'share of uncached requests that the node answers: their content is not published yet'],
  'peers': [32, 'connected peers, constantly; the object is always awake if there are any'],
  'messages': [0.5, 'messages per second and peer'],
  'awake-s': [10, 'seconds that the object stays awake after a request'],
  'cpu-ms': [1, 'CPU milliseconds per request to the worker'],
  'rows': [6, 'rows read per request to the object'],
  'reads': [1.2, 'R2 reads per uncached request, by the worker in front']
}

const MIO = 1e6
const SECONDS = 30 * 86_400
/** Memory for which a duration is billed: 128 MB of 1 GB, as in Cloudflare's examples. */
const OBJECT_GB = 0.128
const SEGMENT_BYTES = 8 * 1024 * 1024
/**
 * Size of a block in the index: its row, its hash and the row of its location (calculated from src/store/sql/tables.ts,
 * like the next one).
 */
const ROW_BYTES = 200
/**
 * Rows that are written for a block of an upload, including index rows: itself, its hash and its place; its count; its
 * session, twice.
 */
const ROWS_OF_BLOCK = 8
/** Objects that are written for a segment (itself, its contents) and for an upload (a run, two manifests). */
const WRITES_OF_SEGMENT = 2
const WRITES_OF_UPLOAD = 3
/** CPU milliseconds of the worker in front for an added MB: it reads, hashes and writes it. */
const CPU_OF_MB = 5
const MESSAGES_OF_REQUEST = 20
/**
 * "An individual Object has a soft limit of 1,000 requests per second" ("FAQs",
 * https://developers.cloudflare.com/durable-objects/reference/faq/).
 */
const MAX_OBJECT_REQUESTS = 1000
/** Storage limit of an object ("Limits", https://developers.cloudflare.com/durable-objects/platform/limits/). */
const MAX_SQL_GB = 10
/** One alarm an hour (edge/engine/wakes.ts): a request and a row each. */
const ALARMS = SECONDS / 3600 / MIO

const WHOLE_UNITS = ['r2-gb', 'r2-write', 'r2-read']
const GROWN_BLOCKS = [10_000, 100_000, 1_000_000, 10_000_000]
const GROWN_REQUESTS = [1, 10, 100, 1000]

const options = Object.fromEntries(
  [...Object.keys(PRICES), ...Object.keys(USE)].map((name) => [name, { type: 'string' }])
)
const { values } = parseArgs({
  options: { ...options, help: { type: 'boolean', default: false }, grow: { type: 'boolean', default: false } }
})

if (values.help) {
  for (const [title, table] of [['Use', USE], ['Prices', PRICES]]) {
    console.log(
      `${title}\n${
        Object.entries(table).map(([name, [value, text]]) => `  --${name.padEnd(20)} ${text} (${value})`).join('\n')
      }`
    )
  }

  console.log('  --grow               how it grows with blocks and requests, in place of one month')
} else {
  const of = Object.fromEntries(
    Object.entries({ ...USE, ...PRICES }).map(([name, [value]]) => [name, readNumberOption(name, value)])
  )

  if (values.grow) {
    printGrowth(of)
  } else {
    printMonth(of)
  }
}

/** Returns the monthly cost by category. */
function costsOf (of) {
  const all = of.requests * SECONDS / MIO
  const missed = all * (1 - of.cached)
  const uploads = uploadsOf(of) / MIO
  const segments = of['added-gb'] * 1e9 / SEGMENT_BYTES / MIO
  // Published content is read in front: no object is asked. An upload is one request of any size.
  const asked = missed * of['at-node'] + uploads
  const messages = of.peers * of.messages * SECONDS / MIO / MESSAGES_OF_REQUEST
  const blocksAdded = of.blocks * of['added-gb'] / of.gb / MIO

  const billed = (name, used) => {
    const paid = Math.max(0, used - (of[`${name}-free`] ?? 0))
    return (WHOLE_UNITS.includes(name) ? Math.ceil(paid) : paid) * of[name]
  }

  return {
    'the plan': of.plan,
    'requests in front': billed('request', all + uploads) +
      billed('cpu', all * of['cpu-ms'] + of['added-gb'] * 1000 * CPU_OF_MB / MIO),
    "the object's requests": billed('object-request', asked + messages + ALARMS),
    'the object awake': billed('duration', awakeSeconds(of) * OBJECT_GB / MIO),
    'rows read and written': billed('row-read', asked * of.rows) +
      billed('row-written', blocksAdded * ROWS_OF_BLOCK + ALARMS),
    'rows kept': billed('sql-gb', of.blocks * ROW_BYTES / 1e9),
    'blocks kept': billed('r2-gb', of.gb),
    'R2 read and written': billed('r2-read', missed * of.reads) +
      billed('r2-write', segments * WRITES_OF_SEGMENT + uploads * WRITES_OF_UPLOAD),
    'sent': of['egress-gb'] * all * MIO * of.kib * 1024 / 1e9
  }
}

/**
 * Returns the seconds for which the object is awake. With a peer it is always awake; without one, while the gaps
 * between requests are short.
 */
function awakeSeconds (of) {
  const asked = of.requests * (1 - of.cached) * of['at-node'] + uploadsOf(of) / SECONDS
  return of.peers > 0 ? SECONDS : SECONDS * (1 - Math.exp(-asked * of['awake-s']))
}

/** Returns the uploads of a month. */
function uploadsOf (of) {
  return of['added-gb'] * 1000 / of['upload-mb']
}

function sumOf (costs) {
  return Object.values(costs).reduce((sum, cost) => sum + cost, 0)
}

function printMonth (of) {
  const all = of.requests * SECONDS / MIO
  const costs = costsOf(of)
  const total = sumOf(costs)
  Object.entries(costs).forEach(([name, cost]) => {
    console.log(`${name.padEnd(26)} ${cost.toFixed(2).padStart(10)} $`)
  })
  console.log(`${'a month'.padEnd(26)} ${total.toFixed(2).padStart(10)} $`)
  console.log(
    `a million requests ${all === 0 ? '-' : (total / all).toFixed(3)} $, a GB kept ${of['r2-gb']} $, a GB served ${
      all === 0 ? '-' : (total / (all * MIO * of.kib * 1024 / 1e9)).toFixed(5)
    } $`
  )
  bounds(of).forEach((line) => {
    console.log(line)
  })
}

/** Prints the cost for the sizes of `--gb` and `--blocks`, a tenth of which is added per month, by request rate. */
function printGrowth (of) {
  console.log(`$ a month${''.padEnd(11)}${GROWN_REQUESTS.map((requests) => `${requests}/s`.padStart(12)).join('')}`)

  for (const blocks of GROWN_BLOCKS) {
    const gb = of.gb / of.blocks * blocks
    const row = GROWN_REQUESTS.map((requests) => sumOf(costsOf({ ...of, blocks, gb, 'added-gb': gb / 10, requests })))
    console.log(
      `${`${blocks.toLocaleString('en')} blocks`.padEnd(20)}${row.map((cost) => cost.toFixed(2).padStart(12)).join('')}`
    )
  }

  bounds({ ...of, requests: GROWN_REQUESTS.at(-1), blocks: GROWN_BLOCKS.at(-1) }).forEach((line) => {
    console.log(line)
  })
}

/** Lists exceeded limits of a single object. */
function bounds (of) {
  const asked = of.requests * (1 - of.cached) * of['at-node']
  const rowsGb = of.blocks * ROW_BYTES / 1e9

  return [
    ...asked > MAX_OBJECT_REQUESTS
      ? [`one object answers some ${MAX_OBJECT_REQUESTS} requests a second: ${asked.toFixed(0)} are too many`]
      : [],
    ...rowsGb > MAX_SQL_GB ? [`one object holds ${MAX_SQL_GB} GB: ${rowsGb.toFixed(0)} GB of rows are too many`] : []
  ]
}

function readNumberOption (name, value) {
  const number = values[name] == null ? value : Number(values[name])

  if (!(number >= 0)) {
    throw new Error(`--${name} must be a number that is not negative`)
  }

  return number
}
