import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { tsImport } from 'tsx/esm/api'
import { build } from '../scripts/build/build.mjs'
import { openWatchedPage } from './heap/watched-page.mjs'
import { storeBench } from './store/store-bench.mjs'
import { storeTable } from './store/store-table.mjs'
import { medianOf } from './tools/median-of.mjs'
import { printTable } from './tools/print-table.mjs'
import { webRtcBench } from './webrtc/webrtc-bench.mjs'

/**
 * - `--full`: also the long rows, video, cold starts, large folders and files, heap, WebRTC, and the limits of the
 *   browser.
 *   Without it a run takes at most ten minutes.
 * - `--only TEXT,TEXT`: runs only the rows whose names contain one of the texts, after those that create their data.
 * - `--runs N`: each figure is the median of N runs (default 3, with `--save` 5).
 * - `--save`: saves the figures in `bench/results`, from which `npm run docs` makes the tables of docs/benchmarks.md.
 * - `--sync`: adds a Kubo that syncs its blocks.
 * - `--store`: compares the blockstores too.
 */
const isFull = process.argv.includes('--full')

/** Number of cold starts that are measured for each request. */
const COLD_STARTS = 9
const stores = process.argv.includes('--store')
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : ''
/** Figures in documents are medians of at least five runs. */
const otherwise = process.argv.includes('--save') ? ['--runs', '5'] : []
const runs = process.argv.includes('--runs')
  ? ['--runs', process.argv[process.argv.indexOf('--runs') + 1]]
  : otherwise
const passed = ['--sync', '--save', '--full'].filter((option) => process.argv.includes(option))

await build({ quiet: true })
const browserVersion = execFileSync(process.env.CHROMIUM_PATH, ['--version'], { encoding: 'utf8' }).trim()
console.log(`${cpus().length} cores (${cpus()[0].model}), ${browserVersion}\n`)

console.log('Reads: once in a running worker, repeated, and cold')
printRows(unwatched('compare/reads.ts', [only, '--built', ...runs, ...passed]))

console.log('\nThe same calls to each node')
const [head, ...compared] = unwatched('compare/side-by-side.ts', [only, '--built', ...runs, ...passed])
printTable(head, compared)

if (only !== '') {
  process.exit()
}

console.log('\nLoads of a site of 120 modules and 120 pictures')
printRows(unwatched('compare/site-loads.ts', ['--built', ...runs, ...passed]))

if (isFull || stores) {
  await printRest()
} else {
  console.log(
    '\nLeft out: long rows, video, cold starts, large folders and files, heap, WebRTC, limits of the browser (--full)'
  )
}

/** Prints what `--full` and `--store` add. */
async function printRest () {
  if (isFull) {
    console.log('\nA film that is played and sought')
    printRows(unwatched('compare/video.ts', ['--built', ...runs, ...passed]))

    console.log('\nCold starts of the worker, compared with an empty worker')
    await printColdStarts()

    console.log('\nStarts, a directory of 100,000 files, and a file of 1 GiB')
    printTable(['', 'unit', 'swipfs'], unwatched('single/unwatched.ts', []))

    console.log('\nLimits of the browser on this machine')
    printTable(['', 'unit', 'limit'], unwatched('single/browser-limits.ts', []))
  }

  const watched = await openWatchedPage()

  try {
    if (isFull) {
      console.log('\nHeap of the worker with a file of 2 GiB')
      printTable(['', 'unit', 'before', 'peak'], await bigFile(watched))

      console.log('\nWebRTC between two browsers: a worker through its page beside a page itself')
      printTable(
        ['', 'unit', 'page', 'worker', 'ratio (1 = equal, more is better)'],
        (await webRtcBench()).map(({ what, unit, inPage, inWorker, ratio }) => [what, unit, inPage, inWorker, ratio])
      )
    }

    if (stores) {
      console.log('\nBlockstores, alone in a worker')
      const [head, ...rows] = storeTable(await storeBench(watched.context, { quick: !isFull }))
      printTable(head, rows)
    }
  } finally {
    await watched.close()
  }
}

/** Prints the medians of rows with the figures of all runs, and the ratio of the first node to each other one. */
function printRows (rows) {
  const nodes = Object.keys(rows[0]?.figures ?? {})
  printTable(
    ['', 'unit', ...nodes, ...nodes.slice(1).map((node) => `ratio to ${node}`)],
    rows.map(({ name, unit, more, figures }) => {
      const [own, ...others] = nodes.map((node) => medianOf(figures[node] ?? []))
      const cell = (figure, digits) => Number.isNaN(figure) ? '' : figure.toFixed(digits)
      return [
        name,
        unit,
        ...[own, ...others].map((figure) => cell(figure, 1)),
        ...others.map((other) => cell(more ? own / other : other / own, 2))
      ]
    })
  )
}

/** Prints the table of `npm run bench -- --start`. */
async function printColdStarts () {
  const { measureStart } = await tsImport('./start/measure-start.ts', import.meta.url)
  const { startTable } = await tsImport('./start/start-table.ts', import.meta.url)
  const dist = fileURLToPath(new URL('../dist', import.meta.url))
  console.log(startTable(await measureStart(dist, COLD_STARTS)).join('\n'))
}

/** Runs a script that measures in a browser without a debugger. */
function unwatched (script, args) {
  return JSON.parse(
    execFileSync(process.execPath, ['--import', 'tsx', fileURLToPath(new URL(script, import.meta.url)), ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit']
    })
  )
}

async function bigFile ({ page, heap }) {
  // Pieces begin with a counter, so that no two blocks are equal. The Blob is on disk.
  await page.evaluate(() => {
    const { MIB, randomBlob } = window.bench
    const piece = randomBlob(64 * MIB)
    window.huge = new Blob(Array.from({ length: 32 }, (_, i) => new Blob([Uint8Array.of(i, 1, 2, 3, 5, 7, 11), piece])))
  })

  const add = await heap(async () => {
    await page.evaluate(async () => {
      const { post, form, lines } = window.bench
      window.hugeCid = (await lines(await post('', 'add?cid-version=1', form([['huge.bin', window.huge]])))).at(-1).Hash
    })
  })
  const read = await heap(async () => {
    await page.evaluate(async () => {
      await window.bench.drain(await window.bench.post('', `cat?arg=${window.hugeCid}`))
    })
  })

  return [['add', add], ['cat', read]].map((
    [name, { baseMb, peakMb }]
  ) => [name, 'MB', baseMb.toFixed(0), peakMb.toFixed(0)])
}
