// Compares our DHT client with `@libp2p/kad-dht` as a client: `npm run bench -- --dht [--servers N] [--silent N]
// [--lying N] [--lookups N] [--names N] [--runs N]`. Default: 80 honest, 10 silent and 10 lying servers on loopback, 40
// lookups of providers and of nearest peers, 20 of records, 3 runs.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { medianOf } from '../tools/median-of.mjs'
import { printTable } from '../tools/print-table.mjs'

const option = (name, otherwise) =>
  Number(process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : otherwise)
const lookups = option('--lookups', 40)
const network = {
  honest: option('--servers', 80),
  silent: option('--silent', 10),
  lying: option('--lying', 10),
  contents: lookups,
  names: option('--names', 20)
}
const runs = option('--runs', 3)

/** Starts a script of this folder, and returns the first message that it sends. */
async function firstMessage (script, settings) {
  const child = fork(new URL(script, import.meta.url), [JSON.stringify(settings)], { execArgv: ['--import', 'tsx'] })
  const message = await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => {
      reject(new Error(`${script} ended with ${code}`))
    })
  })
  return { child, message }
}

/** Returns the events that the servers counted. */
async function readCounts () {
  const counts = once(servers, 'message')
  servers.send('counts')
  const [message] = await counts
  return message
}

const { child: servers, message: directory } = await firstMessage('./servers.ts', network)

try {
  const rows = { 'swipfs': [], '@libp2p/kad-dht': [] }

  for (let run = 0; run < runs; run++) {
    for (const client of Object.keys(rows)) {
      const before = await readCounts()
      const { child, message } = await firstMessage('./client.ts', { client, directory })
      const after = await readCounts()
      child.kill('SIGKILL')
      const figures = {
        ...message,
        'requests': { unit: '', value: after.requests - before.requests },
        'connections': { unit: '', value: after.dials - before.dials },
        'connections to false peers': { unit: '', value: after.falseDials - before.falseDials }
      }
      rows[client].push(figures)
      // A run takes minutes.
      console.error(
        `${client}: ${
          Object.entries(figures).map(([name, { value, unit }]) => `${name} ${value} ${unit}`.trim()).join(', ')
        }`
      )
    }
  }

  printTable(
    ['', 'unit', ...Object.keys(rows)],
    Object.entries(rows.swipfs[0]).map(([name, { unit }]) => [
      name,
      unit,
      ...Object.values(rows).map((results) => {
        const values = results.map((result) => result[name].value)
        return `${medianOf(values)} (${Math.min(...values)} to ${Math.max(...values)})`
      })
    ])
  )
} finally {
  servers.kill('SIGKILL')
}
