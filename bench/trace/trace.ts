// Traces reads and page loads: `npm run bench -- --trace [--dist DIR,DIR] [--rounds N] [--plain]
// [--only reads|site]`. Counts transactions, port messages and digests of the workers, by counters in front of their
// script, and measures page loads of a site on its own origin, with the CPU time of the browser. With two builds the
// rounds alternate.
//
// `--plain` leaves the counters out.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'
import { NO_PEERS } from '../../scripts/serve/static-server/no-peers.mjs'
import { startStaticServer } from '../../scripts/serve/static-server/static-server.mjs'
import { medianOf } from '../tools/median-of.mjs'
import { Tab } from '../tools/tab.ts'
import { COUNTS_PATH } from './count-in-worker.ts'
import type { WorkerCounts } from './count-in-worker.ts'
import { countedBuild } from './counted-build.ts'
import { LoadTab } from './page-load.ts'
import type { LoadKind } from './page-load.ts'
import { siteFiles } from './site-files.ts'

const { values: options } = parseArgs({
  options: {
    dist: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
    rounds: { type: 'string', default: '3' },
    plain: { type: 'boolean', default: false },
    only: { type: 'string', default: '' }
  }
})
const rounds = Number(options.rounds)

interface Subject {
  name: string
  folder: string
  close: () => Promise<void>
  browser: ChromiumOverPipe
  origin: string
  home: Tab
}

const subjects = await Promise.all(options.dist.split(',').map(openSubject))
const figures = new Map<string, number[]>()

try {
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects) {
      if (options.only !== 'site') {
        await traceReads(subject)
      }

      if (options.only !== 'reads') {
        await traceSite(subject)
      }
    }
  }

  for (const [name, all] of [...figures].sort(([a], [b]) => a < b ? -1 : 1)) {
    const sorted = [...all].sort((a, b) => a - b)
    console.log(`${name}: ${medianOf(all).toFixed(2)} (${sorted[0].toFixed(2)}–${sorted.at(-1)!.toFixed(2)})`)
  }
} finally {
  await Promise.all(subjects.map(async ({ close }) => {
    await close()
  }))
}

async function openSubject (dist: string, i: number): Promise<Subject> {
  const folder = options.plain ? dist : await countedBuild(dist)
  const site = await startStaticServer({ root: folder, port: 0, instead: NO_PEERS })
  const profile = await mkdtemp(path.join(os.tmpdir(), 'swipfs-trace-profile-'))
  const browser = await ChromiumOverPipe.start(profile)
  const origin = `http://node.localhost:${site.port}`
  const home = await Tab.open(browser, `${origin}/`)

  return {
    name: `build ${i}`,
    folder,
    browser,
    origin,
    home,
    async close () {
      await browser.close()
      await site.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })

      if (!options.plain) {
        await rm(folder, { recursive: true, force: true })
      }
    }
  }
}

function note ({ name }: Subject, what: string, figure: number): void {
  const key = `${what}, ${name}`
  figures.set(key, [...figures.get(key) ?? [], figure])
}

async function counts (page: { evaluate: <T>(expression: string) => Promise<T> }): Promise<WorkerCounts | undefined> {
  return options.plain
    ? undefined
    : await page.evaluate<WorkerCounts>(`fetch(${JSON.stringify(COUNTS_PATH)}).then((r) => r.json())`)
}

function noteCounts (subject: Subject, what: string, found: WorkerCounts | undefined): void {
  for (const [name, count] of Object.entries<number | number[] | Record<string, number>>({ ...found })) {
    if (typeof count === 'number') {
      note(subject, `${what}: ${name}`, count)
    } else if (Array.isArray(count)) {
      note(subject, `${what}: median answer, ms`, count.length === 0 ? 0 : medianOf(count))
    } else {
      for (const [stores, times] of Object.entries(count)) {
        note(subject, `${what}: ${stores}`, times)
      }
    }
  }
}

/** Reads that follow each other, each of something else. */
async function traceReads (subject: Subject): Promise<void> {
  const { home } = subject
  const made = await home.evaluate<{ blocks: string[]; nodes: string[]; folder: string; big: string }>(`(async () => {
    const form = (files) => {
      const body = new FormData()
      files.forEach(([name, blob]) => body.append('file', blob, name))
      return body
    }
    const random = (bytes) => {
      const parts = []
      for (let left = bytes; left > 0; left -= 65536) {
        parts.push(crypto.getRandomValues(new Uint8Array(Math.min(left, 65536))))
      }
      return new Blob(parts)
    }
    const call = async (target, body) => (await (await fetch('/api/v0/' + target, { method: 'POST', body })).text())
      .trim().split('\\n').map((line) => JSON.parse(line))
    const folder = (await call('add?cid-version=1',
      form(Array.from({ length: 100 }, (_, i) => ['small/' + i, random(4096)])))).at(-1).Hash
    const big = (await call('add?cid-version=1', form([['big', random(32 << 20)]]))).at(-1).Hash
    const blocks = []
    for (let i = 0; i < 200; i++) blocks.push((await call('block/put', form([['block', random(4096)]])))[0].Key)
    const nodes = []
    for (let i = 0; i < 100; i++) {
      const node = new Blob([JSON.stringify({ i, id: crypto.randomUUID() })])
      nodes.push((await call('dag/put', form([['node', node]])))[0].Cid['/'])
    }
    return { blocks, nodes, folder, big }
  })()`)
  await counts(home)
  const each = async (what: string, requests: Array<[url: string, init: object]>): Promise<void> => {
    const took = await home.evaluate<number>(`(async () => {
      const start = performance.now()
      for (const [url, init] of ${JSON.stringify(requests)}) await (await fetch(url, init)).arrayBuffer()
      return performance.now() - start
    })()`)
    note(subject, `${what}: ms each`, took / requests.length)
    noteCounts(subject, what, await counts(home))
  }
  const post = { method: 'POST' }
  const get = { cache: 'no-store' }
  const small = Array.from({ length: 100 }, (_, i): [string, object] => [`/ipfs/${made.folder}/${i}`, get])
  const ranges = Array.from({ length: 100 }, (_, i): [string, object] => {
    const start = (i * 37 % 100) * 320_000
    return [`/ipfs/${made.big}`, { ...get, headers: { Range: `bytes=${start}-${start + 65535}` } }]
  })
  const blocks = made.blocks.map((cid): [string, object] => [`/api/v0/block/get?arg=${cid}`, post])
  const nodes = made.nodes.map((cid): [string, object] => [`/api/v0/dag/get?arg=${cid}`, post])

  await each('block/get, just put', blocks)
  await each('dag/get, just put', nodes)
  await each('small files, just added', small)
  await each('ranges, just added', ranges)

  for (
    const [what, requests] of [['small files', small], ['ranges', ranges], ['block/get', blocks], [
      'dag/get',
      nodes
    ]] as const
  ) {
    await home.stopWorkers()
    await home.evaluate(`fetch('/api/v0/id', { method: 'POST' }).then((r) => r.text())`)
    await counts(home)
    await each(`${what}, after a stop`, requests)
  }
}

/** Returns the CPU time that all processes of the browser have used so far, in milliseconds. */
async function cpuMs (browser: ChromiumOverPipe): Promise<number> {
  const { processInfo } = await browser.send<{ processInfo: Array<{ cpuTime: number }> }>('SystemInfo.getProcessInfo')
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
}

/** Loads of a site on its own origin. */
async function traceSite (subject: Subject): Promise<void> {
  const { home, origin, browser } = subject
  const files = siteFiles().map(({ path, content }) => [path, content.toString('base64')])
  const cid = await home.evaluate<string>(`(async () => {
    const body = new FormData()
    for (const [path, text] of ${JSON.stringify(files)}) {
      body.append('file', new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]), 'site/' + path)
    }
    const answer = await (await fetch('/api/v0/add?cid-version=1&pin=true', { method: 'POST', body })).text()
    return JSON.parse(answer.trim().split('\\n').at(-1)).Hash
  })()`)
  const url = `${origin.replace('//', `//${cid}.ipfs.`)}/`
  const tab = await LoadTab.open(browser)
  await counts(home)

  // The page that is shown last is the page itself: before it come the bootstrap and the connect page.
  for (const kind of ['visit', 'reload', 'stopped', 'uncached', 'hard'] satisfies LoadKind[]) {
    const cpuBefore = await cpuMs(browser)
    const { startedMs, loadedMs } = await tab.load(url, kind)
    note(subject, `site ${kind}: CPU of the browser, ms`, await cpuMs(browser) - cpuBefore)
    note(subject, `site ${kind}: ms to its navigation`, startedMs)
    note(subject, `site ${kind}: ms to load`, loadedMs)
    noteCounts(subject, `site ${kind}, site worker`, await counts(tab))
    noteCounts(subject, `site ${kind}, home worker`, await counts(home))
  }

  await tab.close()
}
