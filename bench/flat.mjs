// How far the heap of the worker grows by answers over very many rows: `npm run bench -- --flat [TEXT] [--live]`. TEXT chooses by name, live
// leaves garbage out of the count.
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { build } from '../scripts/build.mjs'
import { NO_PEERS } from '../scripts/static-server/no-peers.mjs'
import { startStaticServer } from '../scripts/static-server/static-server.mjs'
import { repos } from './flat/repos.mjs'
import { workerHeap } from './memory.mjs'
import { installHelpers } from './workloads.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const live = process.argv.includes('--live')
const only = process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? ''

await build({ quiet: true })
console.log(['repo', 'question', 'idle MB', 'peak MB', 'above', 'of it objects', 'first byte s', 's', 'answer MB'].join('\t'))

for (const { name, fill, questions } of repos) {
  const wanted = questions.filter((question) => `${name} ${question.name}`.includes(only))

  if (wanted.length > 0) {
    await withRepo(fill, async (measure) => {
      for (const { name: question, ask } of wanted) {
        const { baseMb, peakMb, objectsMb, firstByte, seconds, bytes } = await measure(ask)
        console.log([name, question, baseMb.toFixed(0), peakMb.toFixed(0), (peakMb - baseMb).toFixed(0), objectsMb.toFixed(0), firstByte.toFixed(2), seconds.toFixed(2), (bytes / 1e6).toFixed(1)].join('\t'))
      }
    })
  }
}

/** A fresh profile for each repo: what a browser keeps of one would be in the figures of the next. */
async function withRepo (fill, work) {
  const site = await startStaticServer({ root: path.join(ROOT, 'dist'), port: 0, instead: NO_PEERS })
  const data = await serve(fill.data)
  const profile = await mkdtemp(path.join(tmpdir(), 'swipfs-flat-'))
  const context = await chromium.launchPersistentContext(profile, {
    // the page's policy allows its own origin alone; the data come from another one
    bypassCSP: true,
    executablePath: process.env.CHROMIUM_PATH,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-background-networking', '--enable-precise-memory-info', '--no-first-run']
  })

  try {
    const page = await context.newPage()
    await page.goto(`http://node.localhost:${site.port}/`)
    await page.waitForFunction(() => navigator.serviceWorker.controller != null)
    await page.evaluate(installHelpers)
    await page.evaluate(fill.inPage, `http://127.0.0.1:${data.address().port}`)

    if (fill.afterRestart != null) {
      await restart(context, page)
      await page.evaluate(fill.afterRestart)
    }

    await work(async (ask) => await measure(context, page, site.port, ask))
  } finally {
    await context.close()
    await site.close()
    data.close()
    await rm(profile, { recursive: true, force: true })
  }
}

async function serve (make) {
  const server = http.createServer(async (req, res) => { res.setHeader('Access-Control-Allow-Origin', '*').end(await make(req.url.slice(1))) })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function restart (context, page) {
  const session = await context.newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
  await page.evaluate(async () => { await (await fetch('/api/v0/version', { method: 'POST' })).text() })
}

/** Each question meets a worker that has just started. */
async function measure (context, page, port, ask) {
  await restart(context, page)
  let answer
  const heap = await workerHeap(context.browser(), `http://node.localhost:${port}/sw.js`, async () => {
    answer = await page.evaluate(async ({ method, target }) => {
      const start = performance.now()
      const response = await fetch(target.replaceAll('$CID', window.state?.cid), { method, cache: 'no-store' })
      if (!response.ok) throw new Error(`${target}: ${response.status} ${await response.text()}`)
      let bytes = 0
      let firstByte

      for (const reader = response.body.getReader(); ;) {
        const { done, value } = await reader.read()
        if (done) return { firstByte: firstByte ?? 0, bytes, seconds: (performance.now() - start) / 1000 }
        firstByte ??= (performance.now() - start) / 1000
        bytes += value.byteLength
      }
    }, ask)
  }, { live })

  return { ...heap, ...answer }
}
