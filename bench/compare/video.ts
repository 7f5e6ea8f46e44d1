// Plays a film of 500 MB that the node has, and seeks to five places: at a path of the node, at its own origin, and
// from a plain static server: `npx tsx bench/compare/video.ts [--mb N] [--runs N] [--built] [--save]`, also part of
// `npm run bench -- --full`. The sources take turns, each in a new tab.
//
// Prints rows as JSON: name, unit, and for each source the figures of all runs.
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'
import { build } from '../../scripts/build/build.mjs'
import { NO_PEERS } from '../../scripts/serve/static-server/no-peers.mjs'
import { startStaticServer } from '../../scripts/serve/static-server/static-server.mjs'
import { saveResults } from '../tools/save-results.ts'
import type { SavedRow } from '../tools/save-results.ts'
import { Tab } from '../tools/tab.ts'
import { writeWebm } from './webm-file.ts'

const [WIDTH, HEIGHT] = [480, 270]
/** Places of the film, as parts of its duration, in an order that a reader ahead does not guess. */
const PLACES = [0.7, 0.2, 0.9, 0.45, 0.1]

/** Functions that run in a page call this helper of the TypeScript loader. */
const NAMED = 'globalThis.__name = (named) => named; 0'

const args = process.argv.slice(2)
const numberOf = (option: string, otherwise: number): number =>
  args.includes(option) ? Number(args[args.indexOf(option) + 1]) : otherwise
const runs = numberOf('--runs', 3)

if (!args.includes('--built')) {
  await build({ quiet: true })
}

const site = await startStaticServer({
  root: fileURLToPath(new URL('../../dist', import.meta.url)),
  port: 0,
  instead: NO_PEERS
})
const origin = `http://node.localhost:${site.port}`
const folder = await mkdtemp(path.join(os.tmpdir(), 'swipfs-bench-'))
const browser = await ChromiumOverPipe.start(path.join(folder, 'profile'))
let plain: Server | undefined

try {
  const home = await Tab.open(browser, `${origin}/`)
  await home.evaluate(NAMED)
  const film = path.join(folder, 'film.webm')
  const frame = Buffer.from(await home.run(keyFrame, { width: WIDTH, height: HEIGHT }), 'base64')
  await writeWebm(film, { frame, width: WIDTH, height: HEIGHT, bytes: numberOf('--mb', 500) * 1e6 })
  plain = await startRangeServer(film)
  await home.pickFile('film', film)
  const cid = await home.evaluate<string>(`(async () => {
    const body = new FormData()
    body.append('file', window.film, 'site/film.webm')
    body.append('file', new Blob(['<!doctype html><title>film</title><script>1</script>']), 'site/index.html')
    const answer = await (await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })).text()
    return JSON.parse(answer.trim().split('\\n').at(-1)).Hash
  })()`)
  const sources = {
    'at a path': { page: `${origin}/own-origins.json`, title: '', film: `/ipfs/${cid}/film.webm` },
    'own origin': { page: `${origin.replace('//', `//${cid}.ipfs.`)}/`, title: 'film', film: '/film.webm' },
    'static server': {
      page: `http://film.localhost:${(plain.address() as AddressInfo).port}/`,
      title: 'film',
      film: '/film.webm'
    }
  }
  const rows: SavedRow[] = ['first frame', ...PLACES.map((place) => `seek to ${place * 100} %`)].map((name) => ({
    name: `film of ${numberOf('--mb', 500)} MB, ${name}`,
    unit: 'ms',
    more: false,
    figures: {}
  }))

  for (let run = 0; run < runs; run++) {
    for (const [name, source] of Object.entries(sources)) {
      const tab = await Tab.at(browser, source.page)
      // The first page of an own origin installs its worker.
      await tab.evaluate(`new Promise((resolve) => {
        const look = () => document.title === '${source.title}' ? resolve() : setTimeout(look, 50)
        look()
      })`)
      await tab.evaluate(NAMED)
      const taken = await tab.run(playAndSeek, { film: source.film, places: PLACES })
      taken.forEach((ms, i) => {
        rows[i].figures[name] = [...rows[i].figures[name] ?? [], ms]
      })
      await tab.close()
    }
  }

  for (const { name, figures } of rows) {
    console.error(
      `${name}: ${Object.entries(figures).map(([of, all]) => `${of} ${all.map(Math.round).join(' ')}`).join(' | ')}`
    )
  }

  if (args.includes('--save')) {
    await saveResults('video', rows)
  }

  console.log(JSON.stringify(rows))
} finally {
  await browser.close()
  await site.close()
  plain?.close()
  plain?.closeAllConnections()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Encodes noise as a key frame of VP8, in the page. Noise makes it large. */
async function keyFrame ({ width, height }: { width: number; height: number }): Promise<string> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  const picture = context.createImageData(width, height)

  for (let at = 0; at < picture.data.length; at += 65_536) {
    crypto.getRandomValues(picture.data.subarray(at, at + 65_536))
  }

  context.putImageData(picture, 0, 0)

  return await new Promise<string>((resolve, reject) => {
    const encoder = new VideoEncoder({
      output: (chunk) => {
        const bytes = new Uint8Array(chunk.byteLength)
        chunk.copyTo(bytes)
        resolve(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')))
      },
      error: reject
    })
    encoder.configure({ codec: 'vp8', width, height, bitrate: 8_000_000 })
    encoder.encode(new VideoFrame(canvas, { timestamp: 0 }), { keyFrame: true })
    void encoder.flush()
  })
}

/** Plays a film in the page, and returns the times to its first frame and to the frame after each seek. */
async function playAndSeek ({ film, places }: { film: string; places: number[] }): Promise<number[]> {
  const video = document.createElement('video')
  video.muted = true
  document.documentElement.append(video)

  const until = async (event: string, start: () => void): Promise<number> => {
    const begun = performance.now()
    await new Promise<void>((resolve, reject) => {
      video.addEventListener(event, () => {
        resolve()
      }, { once: true })
      video.addEventListener('error', () => {
        reject(new Error(video.error?.message))
      }, { once: true })
      start()
    })
    return performance.now() - begun
  }

  const taken = [
    await until('loadeddata', () => {
      video.src = film
      void video.play()
    })
  ]

  for (const place of places) {
    taken.push(
      await until('seeked', () => {
        video.currentTime = video.duration * place
      })
    )
  }

  return taken
}

/** Serves the film by ranges, and an empty page at every other path. */
async function startRangeServer (film: string): Promise<Server> {
  const { size } = await stat(film)
  const server = createServer((req, res) => {
    if (req.url !== '/film.webm') {
      res.setHeader('Content-Type', 'text/html')
      res.end('<!doctype html><title>film</title><link rel="icon" href="data:,">')
      return
    }

    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(req.headers.range ?? '') ?? []
    const [start, end] = [Number(from), to === '' ? size - 1 : Number(to)]
    res.writeHead(req.headers.range == null ? 200 : 206, {
      'Accept-Ranges': 'bytes',
      'Content-Type': 'video/webm',
      'Content-Length': end - start + 1,
      ...req.headers.range == null ? {} : { 'Content-Range': `bytes ${start}-${end}/${size}` }
    })
    const file = createReadStream(film, { start, end })
    res.on('close', () => {
      file.destroy()
    })
    file.pipe(res)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return server
}
