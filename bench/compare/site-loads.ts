// Compares loads of a site of 120 modules and 120 pictures: at its own origin, from Kubo's subdomain gateway
// (`KUBO_BIN`), from a plain static server, and from an empty worker, which is the floor of a first visit and of a
// reload: `npx tsx bench/compare/site-loads.ts [--runs N] [--built] [--save]`,
// also part of `npm run bench`. The servers take turns, and each run has a site with new bytes.
//
// Prints rows as JSON: name, unit, and for each server the figures of all runs.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'
import { build } from '../../scripts/build/build.mjs'
import { NO_PEERS } from '../../scripts/serve/static-server/no-peers.mjs'
import { startStaticServer } from '../../scripts/serve/static-server/static-server.mjs'
import { EMPTY_WORKER, EmptyWorkers } from '../tools/empty-worker.ts'
import { saveResults } from '../tools/save-results.ts'
import type { SavedRow } from '../tools/save-results.ts'
import { Tab } from '../tools/tab.ts'
import { startKubo } from '../tools/targets.mjs'
import { LoadTab } from '../trace/page-load.ts'
import type { LoadKind } from '../trace/page-load.ts'
import { siteFiles } from '../trace/site-files.ts'
import type { SiteFile } from '../trace/site-files.ts'

const args = process.argv.slice(2)
const runs = args.includes('--runs') ? Number(args[args.indexOf('--runs') + 1]) : 3

const KINDS: Record<LoadKind, string> = {
  visit: 'first visit',
  reload: 'reload',
  stopped: 'reload after all workers were stopped',
  uncached: 'reload without the HTTP cache',
  hard: 'hard reload'
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.png': 'image/png' }

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
const plain = await startPlainServer()
const empty = await EmptyWorkers.start()
const folder = await mkdtemp(path.join(os.tmpdir(), 'swipfs-bench-'))
const browser = await ChromiumOverPipe.start(path.join(folder, 'profile'))

try {
  const home = await Tab.open(browser, `${origin}/`)
  const emptyHome = await Tab.open(browser, empty.home)
  const rows: SavedRow[] = Object.values(KINDS).map((name) => ({ name, unit: 'ms', more: false, figures: {} }))

  for (let run = 0; run < runs; run++) {
    const files = siteFiles()
    await measure('swipfs', await urlInNode(home, files), rows)

    if (kubo != null) {
      await measure(kubo.name, await urlInKubo(kubo, files), rows)
    }

    await measure('static server', plain.serve(files), rows)
    await passFiles(emptyHome, files)
    // Its worker has the files in memory alone, and answers nothing after a stop.
    await measure(EMPTY_WORKER, empty.site(run), rows, ['visit', 'reload'])
  }

  for (const { name, figures } of rows) {
    console.error(`${name}: ${Object.entries(figures).map(([of, all]) => `${of} ${all.join(' ')}`).join(' | ')}`)
  }

  if (args.includes('--save')) {
    await saveResults('site-loads', rows)
  }

  console.log(JSON.stringify(rows))
} finally {
  await browser.close()
  await site.close()
  plain.close()
  empty.close()
  await kubo?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function measure (
  name: string,
  url: string,
  rows: SavedRow[],
  kinds: readonly LoadKind[] = Object.keys(KINDS) as LoadKind[]
): Promise<void> {
  const tab = await LoadTab.open(browser)

  for (const [i, kind] of kinds.entries()) {
    const { loadedMs } = await tab.load(url, kind)
    rows[i].figures[name] = [...rows[i].figures[name] ?? [], loadedMs]
  }

  await tab.close()
}

/** Gives files to the worker of the empty home. */
async function passFiles (home: Tab, files: SiteFile[]): Promise<void> {
  await home.evaluate(`navigator.serviceWorker.controller.postMessage(new Map(${textsOf(files)}.map(([path, text]) =>
    [path, Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]))); 0`)
}

/** Returns paths and contents as JSON. */
function textsOf (files: SiteFile[]): string {
  return JSON.stringify(files.map(({ path, content }) => [path, content.toString('base64')]))
}

async function urlInNode (home: Tab, files: SiteFile[]): Promise<string> {
  const cid = await home.evaluate<string>(`(async () => {
    const body = new FormData()
    for (const [path, text] of ${textsOf(files)}) {
      body.append('file', new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]), 'site/' + path)
    }
    const answer = await (await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })).text()
    return JSON.parse(answer.trim().split('\\n').at(-1)).Hash
  })()`)
  return `${origin.replace('//', `//${cid}.ipfs.`)}/`
}

async function urlInKubo ({ rpc, gateway }: { rpc: string; gateway: string }, files: SiteFile[]): Promise<string> {
  const body = new FormData()

  for (const { path, content } of files) {
    body.append('file', new Blob([new Uint8Array(content)]), encodeURIComponent(`site/${path}`))
  }

  const response = await fetch(`${rpc}/api/v0/add?cid-version=1`, { method: 'POST', body })
  const { Hash } = JSON.parse((await response.text()).trim().split('\n').at(-1)!) as { Hash: string }
  return `http://${Hash}.ipfs.localhost:${new URL(gateway).port}/`
}

/** Starts a server of one site at a time, each below an origin of its own, with the cache headers of a gateway. */
async function startPlainServer (): Promise<{ serve: (files: SiteFile[]) => string; close: () => void }> {
  const sites: Array<Map<string, { content: Buffer; etag: string }>> = []
  const server = createServer((req, res) => {
    const [, number] = /^site(\d+)\./.exec(req.headers.host ?? '') ?? []
    const name = (req.url ?? '/').slice(1) || 'index.html'
    const file = sites[Number(number)]?.get(name)

    if (file == null) {
      res.writeHead(404).end()
      return
    }

    const headers = { ETag: file.etag, 'Cache-Control': 'public, max-age=29030400, immutable' }

    if (req.headers['if-none-match'] === file.etag) {
      res.writeHead(304, headers).end()
      return
    }

    res.writeHead(200, {
      ...headers,
      'Content-Type': TYPES[path.extname(name)] ?? 'application/octet-stream',
      'Content-Length': file.content.length
    }).end(file.content)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })

  return {
    serve (files) {
      const number = sites.push(
        new Map(
          files.map(({ path, content }) => [
            path,
            { content, etag: `"${createHash('sha256').update(content).digest('hex')}"` }
          ])
        )
      ) - 1
      return `http://site${number}.localhost:${(server.address() as AddressInfo).port}/`
    },
    close () {
      server.close()
      server.closeAllConnections()
    }
  }
}
