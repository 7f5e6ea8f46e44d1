import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'
import { NO_PEERS } from '../../scripts/serve/static-server/no-peers.mjs'
import { startStaticServer } from '../../scripts/serve/static-server/static-server.mjs'
import { ANSWERED, startCost } from './start-cost.ts'
import type { StartCost } from './start-cost.ts'
import { traceBrowser } from './trace.ts'
import { WorkerTab } from './worker-tab.ts'

/** Worker that answers one path, and does nothing else. */
const EMPTY_WORKER = `addEventListener('install', (event) => event.waitUntil(skipWaiting()))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (new URL(event.request.url).pathname === '/empty') event.respondWith(new Response('x'))
})
`

/** Page that is added and pinned. */
const PAGE = '<!doctype html><title>pinned</title><h1>A pinned page</h1>'

/** Requests that are measured, by name. */
export type StartCosts = Record<'empty worker' | 'pinned page' | '/api/v0/id', StartCost[]>

/**
 * Measures starts of the built worker and of an empty one in the same browser: from the request to a stopped worker to
 * the first byte of its answer. No debugger is attached to the workers.
 *
 * @param dist - folder of the built site
 * @param rounds - number of starts for each request
 */
export async function measureStart (dist: string, rounds: number): Promise<StartCosts> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'swipfs-start-'))
  const closing: Array<() => Promise<unknown>> = [
    async () => {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  ]

  try {
    await writeFile(path.join(folder, 'sw.js'), EMPTY_WORKER)
    await writeFile(path.join(folder, 'empty.json'), '{}')
    const sites = await Promise.all([
      startStaticServer({ root: dist, port: 0, instead: NO_PEERS }),
      startStaticServer({ root: folder, port: 0 })
    ])
    closing.push(...sites.map(({ close }) => close))
    const [node, empty] = sites.map(({ port }) => `http://node.localhost:${port}`)
    const browser = await ChromiumOverPipe.start(path.join(folder, 'profile'))
    closing.push(async () => {
      await browser.close()
    })

    // Neither page sends requests by itself.
    const nodeTab = await WorkerTab.open(browser, `${node}/manifest.webmanifest`)
    const emptyTab = await WorkerTab.open(browser, `${empty}/empty.json`)
    const cid = await nodeTab.evaluate<string>(`(async () => {
      const form = new FormData()
      form.append('file', new Blob([${JSON.stringify(PAGE)}]), 'index.html')
      const target = '/api/v0/add?pin=true&cid-version=1&wrap-with-directory=true'
      const added = await fetch(target, { method: 'POST', body: form })
      return JSON.parse((await added.text()).trim().split('\\n').at(-1)).Hash
    })()`)

    const costs: StartCosts = { 'empty worker': [], 'pinned page': [], '/api/v0/id': [] }
    for (let round = 0; round < rounds; round++) {
      costs['empty worker'].push(await measureOne(browser, emptyTab, empty, { url: '/empty' }))
      costs['pinned page'].push(await measureOne(browser, nodeTab, node, { url: `/ipfs/${cid}/` }))
      costs['/api/v0/id'].push(await measureOne(browser, nodeTab, node, { url: '/api/v0/id', method: 'POST' }))
    }
    return costs
  } finally {
    for (const close of closing.reverse()) {
      await close()
    }
  }
}

/** Stops the worker, and measures the next request. */
async function measureOne (
  browser: ChromiumOverPipe,
  tab: WorkerTab,
  origin: string,
  { url, method = 'GET' }: { url: string; method?: string }
): Promise<StartCost> {
  await tab.stopWorkers()
  let wall = 0

  const events = await traceBrowser(browser, async () => {
    wall = await tab.evaluate<number>(`(async () => {
      const start = performance.now()
      const response = await fetch(${JSON.stringify(url)}, { method: ${JSON.stringify(method)} })
      const reader = response.body.getReader()
      await reader.read()
      const wall = performance.now() - start
      performance.mark(${JSON.stringify(ANSWERED)})
      await reader.cancel()
      if (!response.ok) throw new Error('the worker answered ' + response.status)
      return wall
    })()`)
  })

  return { wall, ...startCost(events, origin) }
}
