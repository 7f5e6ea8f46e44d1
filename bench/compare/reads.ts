// Compares reads of this node, a Kubo daemon (`KUBO_BIN`) and Helia in a page, each once, repeated and cold:
// `npx tsx bench/compare/reads.ts [TEXT,TEXT] [--runs N] [--built] [--save]`, also part of `npm run bench`. The nodes
// take turns. A worker that answers with constant bytes is the floor.
//
// "Cold" includes the start of the stopped worker. A daemon is not stopped: its first reads are compared. Helia's page
// is opened again before its cold reads, which do not include that. Calls of Helia stay within the page: they need
// neither HTTP nor a worker.
//
// Prints rows as JSON: name, unit, and for each node the figures of all runs.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../e2e/fixtures/build/bundle.ts'
import { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'
import { build } from '../../scripts/build/build.mjs'
import { NO_PEERS } from '../../scripts/serve/static-server/no-peers.mjs'
import { startStaticServer } from '../../scripts/serve/static-server/static-server.mjs'
import { EMPTY_WORKER, EmptyWorkers } from '../tools/empty-worker.ts'
import { saveResults } from '../tools/save-results.ts'
import type { SavedRow } from '../tools/save-results.ts'
import { Tab } from '../tools/tab.ts'
import { startKubo } from '../tools/targets.mjs'
import { installReadOps, readRows } from './read-rows.mjs'
import { installHelpers, isAskedFor } from './workloads.mjs'

const args = process.argv.slice(2)
const runs = args.includes('--runs') ? Number(args[args.indexOf('--runs') + 1]) : 3
const only = args.find((arg, i) => !arg.startsWith('--') && args[i - 1] !== '--runs') ?? ''

if (!args.includes('--built')) {
  await build({ quiet: true })
}

const site = await startStaticServer({
  root: fileURLToPath(new URL('../../dist', import.meta.url)),
  port: 0,
  instead: NO_PEERS
})
const origin = `http://node.localhost:${site.port}`
const kubo = await startKubo(origin)
const empty = await EmptyWorkers.start()
const folder = await mkdtemp(path.join(os.tmpdir(), 'swipfs-bench-'))
const browser = await ChromiumOverPipe.start(path.join(folder, 'profile'))
const heliaSource = await bundle(fileURLToPath(new URL('helia-ops.ts', import.meta.url)), 'benchHelia')

/** A node in the comparison. */
interface Subject {
  name: string
  tab: Tab
  /** prepares the page: makes `window.ops` */
  prepare: () => Promise<void>
  /** stops what can be stopped before cold reads; undefined if nothing can */
  stop?: () => Promise<void>
}

try {
  const tab = await Tab.open(browser, `${origin}/`, { bypassCsp: true })
  await tab.evaluate(`(${installHelpers.toString()})(); (${installReadOps.toString()})()`)
  const emptyTab = await Tab.open(browser, empty.answers)
  await emptyTab.evaluate(`(${installHelpers.toString()})(); (${installReadOps.toString()})()`)
  const subjects = [
    httpSubject('swipfs', tab, { rpc: '', gateway: '' }),
    await heliaSubject(),
    httpSubject(EMPTY_WORKER, emptyTab, { rpc: '', gateway: '' })
  ]

  if (kubo != null) {
    subjects.splice(1, 0, httpSubject(kubo.name, tab, kubo))
  }

  const rows: SavedRow[] = []

  for (const row of readRows.filter(({ name }) => isAskedFor(name, only))) {
    const figures: Record<'once' | 'repeated' | 'cold', Record<string, number[]>> = { once: {}, repeated: {}, cold: {} }

    for (let run = 0; run < runs; run++) {
      for (const subject of subjects) {
        const found = await measure(subject, row)

        for (const [way, figure] of Object.entries(found) as Array<[keyof typeof figures, number]>) {
          figures[way][subject.name] = [...figures[way][subject.name] ?? [], figure]
        }
      }
    }

    for (const [way, ofNodes] of Object.entries(figures)) {
      rows.push({ name: `${row.name}, ${way}`, unit: row.unit, more: row.unit !== 'ms', figures: ofNodes })
      console.error(
        `${row.name}, ${way}: ${
          Object.entries(ofNodes).map(([name, all]) => `${name} ${all.map((one) => one.toFixed(1)).join(' ')}`).join(
            ' | '
          )
        }`
      )
    }
  }

  if (args.includes('--save')) {
    await saveResults('reads', rows)
  }

  console.log(JSON.stringify(rows))
} finally {
  await browser.close()
  await site.close()
  empty.close()
  await kubo?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

function httpSubject (name: string, tab: Tab, urls: { rpc: string; gateway: string }): Subject {
  return {
    name,
    tab,
    async prepare () {
      await tab.evaluate(`window.ops = window.httpOps(${JSON.stringify(urls)}); 0`)
    },
    ...(urls.rpc === ''
      ? {
        async stop () {
          await tab.stopWorkers()
        }
      }
      : {})
  }
}

/** Helia runs in a page that no worker controls. */
async function heliaSubject (): Promise<Subject> {
  const page = `${origin}/own-origins.json`
  let tab = await Tab.at(browser, page, { bypassCsp: true })
  const prepare = async (): Promise<void> => {
    await tab.evaluate(`${heliaSource};0`)
    await tab.evaluate('benchHelia.openHelia().then((ops) => { window.ops = ops })')
  }

  return {
    name: 'Helia',
    get tab () {
      return tab
    },
    async prepare () {
      if (!await tab.evaluate<boolean>('window.ops != null')) {
        await prepare()
      }
    },
    async stop () {
      await tab.close()
      tab = await Tab.at(browser, page, { bypassCsp: true })
      await prepare()
    }
  }
}

async function measure (
  subject: Subject,
  { make, read, ...row }: (typeof readRows)[number]
): Promise<{ once: number; repeated: number; cold: number }> {
  const facts = JSON.stringify({ units: row.units, reads: row.reads, bytes: row.bytes })
  await subject.prepare()
  const made = JSON.stringify(await subject.tab.evaluate(`(${make.toString()})(window.ops, ${facts})`))

  const once = async (): Promise<number> => {
    const seconds = await subject.tab.evaluate<number>(`(async () => {
      const [made, read, facts] = [${made}, ${read.toString()}, ${facts}]
      const start = performance.now()
      for (let i = 0; i < facts.reads; i++) await read(window.ops, made, i, facts)
      return (performance.now() - start) / 1000
    })()`)
    return row.unit === 'ms' ? seconds * 1000 / row.units : row.units / seconds
  }

  const first = await once()
  const repeated = await once()
  await subject.stop?.()
  return { once: first, repeated, cold: subject.stop == null ? first : await once() }
}
