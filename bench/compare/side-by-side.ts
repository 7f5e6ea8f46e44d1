// Compares calls to this node and, if `KUBO_BIN` is set, to a Kubo daemon, from one page in a browser without a
// debugger: `npx tsx bench/compare/side-by-side.ts [TEXT,TEXT]`, also part of `npm run bench`. The texts filter
// workloads by name.
//
// Each figure is the median of `--runs N` (3). The nodes take turns, so that changes of the machine's speed affect
// both. `--sync` adds a Kubo that syncs its blocks. Rows of small writes by a form have a floor: a worker that takes
// the form, keeps it in IndexedDB and answers.
//
// Prints rows as JSON: name, unit, a figure per node, the peak memory of pages and workers during the rows of this
// node, ratio.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../e2e/fixtures/build/bundle.ts'
import { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'
import { build } from '../../scripts/build/build.mjs'
import { NO_PEERS } from '../../scripts/serve/static-server/no-peers.mjs'
import { startStaticServer } from '../../scripts/serve/static-server/static-server.mjs'
import { makeDiskFile } from '../tools/disk-file.mjs'
import { EMPTY_WORKER, EmptyWorkers } from '../tools/empty-worker.ts'
import { medianOf } from '../tools/median-of.mjs'
import { PeakMemory } from '../tools/peak-memory.ts'
import { saveResults } from '../tools/save-results.ts'
import type { SavedRow } from '../tools/save-results.ts'
import { Tab } from '../tools/tab.ts'
import { startKubo } from '../tools/targets.mjs'
import { installHelpers, isAskedFor, workloadsOf } from './workloads.mjs'

/** Rows that a worker with an IndexedDB alone can be compared in. */
const HAVE_FLOOR = ['block/put of 4 KiB', 'block/put of 4 KiB, 8 at once', 'dag/put']

const args = process.argv.slice(2)
const runs = args.includes('--runs') ? Number(args[args.indexOf('--runs') + 1]) : 3
const only = args.find((arg, i) => !arg.startsWith('--') && args[i - 1] !== '--runs') ?? ''
const wanted = workloadsOf(only, args.includes('--full'))

if (!args.includes('--built')) {
  await build({ quiet: true })
}
const site = await startStaticServer({
  root: fileURLToPath(new URL('../../dist', import.meta.url)),
  port: 0,
  instead: NO_PEERS
})
const origin = `http://node.localhost:${site.port}`
const kubos = [await startKubo(origin), ...args.includes('--sync') ? [await startKubo(origin, { sync: true })] : []]
  .filter((kubo) => kubo != null)
const empty = await EmptyWorkers.start()
const folder = await mkdtemp(path.join(os.tmpdir(), 'swipfs-bench-'))
const browser = await ChromiumOverPipe.start(path.join(folder, 'profile'))

try {
  // The page's policy allows only its own origin, and Kubo has another one.
  const tab = await Tab.open(browser, `${origin}/`, { bypassCsp: true })
  await tab.evaluate(
    await bundle(fileURLToPath(new URL('../../src/client/index.ts', import.meta.url)), 'benchClient') + ';0'
  )
  const emptyTab = await Tab.open(browser, empty.answers)
  const targets = [
    { name: 'swipfs', rpc: '', gateway: '', tab },
    ...kubos.map((kubo) => ({ ...kubo, tab })),
    { name: EMPTY_WORKER, rpc: '', gateway: '', tab: emptyTab }
  ]

  for (const each of [tab, emptyTab]) {
    await each.evaluate(`(${installHelpers.toString()})()`)
    await each.evaluate(`window.states = ${JSON.stringify(targets.map(() => ({})))}; 0`)
  }

  const rows: string[][] = []
  const saved: SavedRow[] = []
  const memory = new PeakMemory(browser)
  const peaks: SavedRow[] = []

  for (const { name, unit, more, picksFile, run } of wanted) {
    const figures: number[][] = targets.map(() => [])
    const peakMb: number[] = []
    // A workload that only creates data for others runs once.
    const times = isAskedFor(name, only) ? runs : 1

    for (let i = 0; i < times; i++) {
      if (picksFile != null) {
        await tab.pickFile('diskFile', await makeDiskFile(folder, picksFile))
      }

      for (const [at, { name: target, rpc, gateway, tab: page }] of targets.entries()) {
        if (target === EMPTY_WORKER && !HAVE_FLOOR.includes(name)) {
          continue
        }

        // Syncs first, so that the next node's syncs do not write unsynced data of the previous one.
        spawnSync('sync')
        // Frees the Blobs of the previous run too: a browser keeps some hundred MB of them in memory and the rest on
        // disk.
        await tab.collectGarbage()
        await memory.reset()
        figures[at].push(
          await page.evaluate<number>(
            `(${run.toString()})({ rpc: ${JSON.stringify(rpc)}, gateway: ${
              JSON.stringify(gateway)
            }, state: window.states[${at}] })`
          )
        )

        if (at === 0) {
          peakMb.push(await memory.read())
        }
      }
    }

    peaks.push({ name, unit: 'MB', more: false, figures: { 'peak of pages and workers': peakMb } })

    // Prints each line with all of its figures as soon as it is measured, because the run is slow.
    console.error(
      `${rows.length + 1}/${wanted.length} ${name}: ${
        figures.map((all) => all.map((figure) => figure.toFixed(1)).join(' ')).join(' | ')
      }`
    )
    const [own, ...others] = figures.map(medianOf)
    saved.push({
      name,
      unit,
      more,
      figures: Object.fromEntries(
        targets.map((target, at): [string, number[]] => [target.name, figures[at]]).filter(([, all]) => all.length > 0)
      )
    })
    rows.push([
      name,
      unit,
      ...[own, ...others].map((figure) => cellOf(figure, figure < 100 ? 1 : 0)),
      medianOf(peakMb).toFixed(0),
      ...others.map((other) => cellOf(more ? own / other : other / own, 2))
    ])
  }

  const heads = [
    '',
    'unit',
    ...targets.map(({ name }) => name),
    'peak MB',
    ...targets.slice(1).map(({ name }) => `ratio to ${name}`)
  ]
  if (args.includes('--save')) {
    await saveResults('compare', saved)
    await saveResults('memory', peaks)
  }
  console.log(JSON.stringify([heads, ...rows]))
} finally {
  await browser.close()
  empty.close()
  await Promise.all([
    site.close(),
    ...kubos.map(async (kubo) => {
      await kubo.stop()
    })
  ])
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Returns a figure as text; nothing if there is none. */
function cellOf (figure: number, digits: number): string {
  return Number.isNaN(figure) ? '' : figure.toFixed(digits)
}
