// What a page takes in a browser that nobody debugs: `npx tsx bench/unwatched.ts`, which `npm run bench` runs too. Playwright listens
// to every tab and worker from their beginning, and that is in its figures; here a tab is looked at when all is over.
// Prints rows as JSON: name, unit, figure.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from '../scripts/build.mjs'
import { NO_PEERS } from '../scripts/static-server/no-peers.mjs'
import { startStaticServer } from '../scripts/static-server/static-server.mjs'
import { ChromiumOverPipe } from '../e2e/kill/chromium-over-pipe.ts'
import { directoryCar } from './directory-car.mjs'

const ENTRIES = 100_000
const TIMES = 7
/** until a tab is looked at, which would slow down what is measured */
const LEFT_ALONE_MS = 4000

const only = process.argv[2] ?? ''
const rows: Array<readonly [name: string, unit: string, figure: string]> = []

await build({ quiet: true })
const site = await startStaticServer({ root: fileURLToPath(new URL('../dist', import.meta.url)), port: 0, instead: NO_PEERS })
const origin = `http://node.localhost:${site.port}`
const profile = await mkdtemp(path.join(os.tmpdir(), 'swipfs-unwatched-'))
let browser = await ChromiumOverPipe.start(profile)

try {
  if ('listing'.includes(only)) {
    await listing()
  }

  if ('first byte'.includes(only)) {
    await firstByte()
  }

  console.log(JSON.stringify(rows))
} finally {
  await browser.close()
  await site.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
}

/** From the start of the navigation until something of the page is seen, by the browser's own clock. */
async function listing (): Promise<void> {
  const { root, car } = await directoryCar(ENTRIES)
  const tab = await open(`${origin}/`)
  await evaluate(tab, `(async () => {
    const body = new FormData()
    body.append('file', new Blob([Uint8Array.from(atob('${car.toString('base64')}'), (char) => char.charCodeAt(0))]), 'directory.car')
    await (await fetch('/api/v0/dag/import', { method: 'POST', body })).text()
  })()`)
  await close(tab)

  // one that has never been debugged
  await browser.close()
  browser = await ChromiumOverPipe.start(profile)

  for (const [name, query] of [['first paint of 100,000 entries', ''], ['the same, sorted by size', '?sort=-size'], ['the same, with "9999" in their names', '?name=9999']]) {
    const times: number[] = []

    for (let i = 0; i < TIMES; i++) {
      const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', { url: `${origin}/ipfs/${root}/${query}` })
      await new Promise((resolve) => setTimeout(resolve, LEFT_ALONE_MS))
      const tab = await attach(targetId)
      times.push(await evaluate<number>(tab, `(async () => {
        for (;;) {
          const [seen] = performance.getEntriesByName('first-contentful-paint')
          if (seen != null) return seen.startTime
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      })()`))
      await close(tab)
    }

    // the first of all starts the worker
    rows.push(...query === '' ? [[`${name}, browser and worker just started`, 'ms', times.shift()!.toFixed(0)] as const] : [], [name, 'ms', median(times).toFixed(0)])
  }
}

/** Of a file of 1 GiB, whole and in parts, as a player asks for it; and of a file of one block, which shows what of it is the way alone. */
async function firstByte (): Promise<void> {
  const tab = await open(`${origin}/`)
  const [big, small] = await evaluate<[string, string]>(tab, `(async () => {
    const piece = new Blob(Array.from({ length: 512 }, () => crypto.getRandomValues(new Uint8Array(65536))))
    const body = new FormData()
    body.append('file', new Blob(Array.from({ length: 32 }, (_, i) => new Blob([Uint8Array.of(i, 1, 2, 3, 5, 7, 11), piece]))), 'film.bin')
    const add = async (body) => JSON.parse((await (await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })).text()).trim().split('\\n').at(-1)).Hash
    const small = new FormData()
    small.append('file', new Blob(['of one block']), 'small.bin')
    return [await add(body), await add(small)]
  })()`)

  for (const [name, cid, range] of [['1 GiB, of the whole', big, ''], ['1 GiB, from its middle', big, 'bytes=536870912-'], ['1 GiB, near its end', big, 'bytes=-1000000'], ['12 bytes', small, '']]) {
    const times: number[] = []

    for (let i = 0; i < TIMES; i++) {
      times.push(await evaluate<number>(tab, `(async () => {
        const start = performance.now()
        const reader = (await fetch('/ipfs/${cid}', { cache: 'no-store', headers: ${range === '' ? '{}' : `{ Range: '${range}' }`} })).body.getReader()
        await reader.read()
        const took = performance.now() - start
        await reader.cancel()
        return took
      })()`))
    }

    if (process.env.ALL != null) console.error(name, times.map(Math.round).join(' '))
    rows.push([`first byte of ${name}`, 'ms', median(times).toFixed(1)])
  }

  await close(tab)
}

interface Tab { targetId: string, sessionId: string }

/** A tab whose worker controls it. */
async function open (url: string): Promise<Tab> {
  const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', { url })
  const tab = await attach(targetId)
  await evaluate(tab, '(async () => { while (navigator.serviceWorker?.controller == null) await new Promise((resolve) => setTimeout(resolve, 50)) })()')
  return tab
}

async function attach (targetId: string): Promise<Tab> {
  const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  return { targetId, sessionId }
}

async function evaluate<T> ({ sessionId }: Tab, expression: string): Promise<T> {
  for (;;) {
    const { result, exceptionDetails } = await browser.send<{ result: { value: T }, exceptionDetails?: { text: string, exception?: { description?: string } } }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, sessionId)
      .catch((err: Error) => {
        // the tab went on from its first empty page
        if (/context was destroyed|navigated or closed|Cannot find .*context/.test(err.message)) return { result: undefined, exceptionDetails: undefined }
        throw err
      })

    if (exceptionDetails != null) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    if (result != null) return result.value
  }
}

async function close ({ targetId }: Tab): Promise<void> {
  await browser.send('Target.closeTarget', { targetId })
}

function median (times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
}
