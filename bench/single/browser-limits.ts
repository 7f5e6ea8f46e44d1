// Limits of the browser itself, measured in a worker that does nothing else: `npx tsx bench/single/browser-limits.ts`,
// also part of `npm run bench`. Each figure is the median of three.
//
// Prints rows as JSON: name, unit, figure.
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'
import { installHelpers } from '../compare/workloads.mjs'
import { Tab } from '../tools/tab.ts'
import { limits, limitsWorker } from './limits.mjs'

const TIMES = 3
const PAGE = '<!doctype html><title>limits</title><script>navigator.serviceWorker.register("/sw.js")</script>'

const server = http.createServer((req, res) => {
  const isScript = req.url === '/sw.js'
  res.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
  res.end(isScript ? limitsWorker : PAGE)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const folder = await mkdtemp(path.join(os.tmpdir(), 'swipfs-limits-'))
const browser = await ChromiumOverPipe.start(folder)

try {
  const tab = await Tab.open(browser, `http://limits.localhost:${(server.address() as AddressInfo).port}/`)
  await tab.evaluate(`(${installHelpers.toString()})()`)
  const rows: string[][] = []

  for (const { name, unit, run } of limits) {
    const figures: number[] = []
    for (let i = 0; i < TIMES; i++) {
      figures.push(await tab.evaluate<number>(typeof run === 'string' ? run : `(${run.toString()})()`))
    }
    rows.push([name, unit, figures.sort((a, b) => a - b)[TIMES >> 1].toFixed(0)])
  }

  console.log(JSON.stringify(rows))
} finally {
  await browser.close()
  server.close()
  server.closeAllConnections()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
