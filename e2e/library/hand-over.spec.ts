import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import type * as Client from '../../src/client/index.ts'
import { bundle } from '../fixtures/build/bundle.ts'
import { test } from '../fixtures/site/installed-worker.ts'
import { expect, killWorkers, openApp, rpc } from '../fixtures/site/site.ts'

const MIB = 1024 * 1024

interface Window {
  client: typeof Client
  stop: AbortController
  stored: number
  call: Promise<string>
}

let library: string

test.beforeAll(async () => {
  library = await bundle(fileURLToPath(new URL('../../src/client/index.ts', import.meta.url)), 'client')
})

interface Stat {
  NumObjects: number
  RepoSize: number
}

async function stat (page: Page): Promise<Stat> {
  const { NumObjects, RepoSize } = JSON.parse((await rpc(page, 'repo/stat')).text) as Stat
  return { NumObjects, RepoSize }
}

/** Records POST requests on the page's network: uploads by fetch would be among them. */
function posts (page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') {
      seen.push(new URL(request.url()).pathname)
    }
  })
  return seen
}

/** Starts a slow add by the client library, and resolves when a part of it is stored. */
async function beginAdd (page: Page): Promise<void> {
  await page.evaluate((size) => {
    const state = window as unknown as Window
    const parts = Array.from({ length: size / 65536 }, () => crypto.getRandomValues(new Uint8Array(65536)))
    state.stop = new AbortController()
    state.stored = 0
    // Read slowly enough to be stopped in the middle on any machine.
    const entries = Array.from(
      { length: 8 },
      (_, i) => ({ path: `d/${i}`, content: new Blob([Uint8Array.of(i), ...parts]) })
    )
    state.call = state.client.add(entries, {
      onProgress: (stored) => {
        state.stored = stored
      },
      signal: state.stop.signal
    }).then(({ cid }) => cid, (err: Error) => err.name)
  }, 24 * MIB)
  await page.waitForFunction(() => (window as unknown as Window).stored > 0)
}

test('passes files to the worker over a port: a file, a folder, a CAR, a block', async ({ app }) => {
  await app.evaluate(library)
  const seen = posts(app)
  const done = await app.evaluate(async () => {
    const { client } = window as unknown as Window
    const content = new Blob([Uint8Array.from({ length: 3_000_001 }, (_, i) => Math.floor(i * i / 128) % 5)])
    const { cid } = await client.add([{ path: 'd/large.bin', content }, {
      path: 'd/small.txt',
      content: new Blob(['hello'])
    }, { path: 'd/empty' }])
    const { Key } = await client.rpc<{ Key: string }>('block/put', {
      files: [{ path: '', content: new TextEncoder().encode('hello') }]
    })
    const car = await (await client.call('dag/export', { args: [cid] })).blob()
    const { roots, blocks } = await client.importCar(car)
    const back = await (await fetch(`/ipfs/${cid}/large.bin`)).arrayBuffer()
    const same = new Uint8Array(back).every((byte) => byte < 5) && back.byteLength === content.size &&
      await (await fetch(`/ipfs/${cid}/small.txt`)).text() === 'hello'
    return { Key, roots: roots.map(({ error }) => error), blocks, same }
  })
  expect(done).toEqual({
    Key: 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq',
    roots: [''],
    blocks: expect.any(Number) as unknown as number,
    same: true
  })
  expect(seen.filter((path) => /add|put|import/.test(path))).toEqual([])
})

test('uploads 5000 files without blocking the page', async ({ app }) => {
  await app.evaluate(library)
  const { names, longest } = await app.evaluate(async () => {
    const { client } = window as unknown as Window
    const entries = Array.from(
      { length: 5000 },
      (_, i) => ({ path: `many/${i}`, content: new File([`file ${i}`], `${i}`) })
    )
    let longest = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        longest = Math.max(longest, duration)
      }
    })
    observer.observe({ type: 'longtask' })
    const { cid } = await client.add(entries)
    const { Objects } = await client.rpc<{ Objects: Array<{ Links: unknown[] }> }>('ls', { args: [cid] })
    return { names: Objects[0].Links.length, longest }
  })
  expect(names).toBe(5000)
  test.info().annotations.push({ type: 'longest task', description: `${longest} ms` })
})

test('an aborted upload stores nothing', async ({ app }) => {
  await app.evaluate(library)
  const before = await stat(app)
  await beginAdd(app)
  expect(
    await app.evaluate(async () => {
      const { stop, call } = window as unknown as Window
      stop.abort()
      return await call
    })
  ).toBe('AbortError')
  await expect.poll(async () => await stat(app)).toEqual(before)
})

test('an upload of a page that closes stores nothing', async ({ app, context, site }) => {
  const before = await stat(app)
  const page = await context.newPage()
  await openApp(page, site)
  await page.evaluate(library)
  await beginAdd(page)
  await page.close()
  await expect.poll(async () => await stat(app)).toEqual(before)
})

test(
  'reports a worker that stops during an upload, stores nothing, and accepts the files again',
  async ({ app, context }) => {
    await app.evaluate(library)
    const before = await stat(app)
    await beginAdd(app)
    await killWorkers(context, app)
    expect(await app.evaluate(async () => await (window as unknown as Window).call)).toBe('AnswerCutError')
    expect(await stat(app)).toEqual(before)

    const cid = await app.evaluate(async () =>
      (await (window as unknown as Window).client.add([{ path: 'again.txt', content: new Blob(['again']) }])).cid
    )
    expect((await rpc(app, `cat?arg=${cid}`)).text).toBe('again')
  }
)

test('refuses a port to a page of content', async ({ app, context, site }) => {
  // The page of a text file, because the browser allows this test's script there.
  const { text } = await rpc(app, 'add?cid-version=1', { text: 'content', name: 'content.txt' })
  const { Hash } = JSON.parse(text) as { Hash: string }

  const asked = async (page: Page): Promise<unknown> =>
    await page.evaluate(async () =>
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => {
          resolve(data)
        }
        navigator.serviceWorker.controller!.postMessage({ type: 'command-port' }, [port2])
      })
    )

  // Positive control: the node's own page gets a port.
  expect(await asked(app)).toMatchObject({ type: 'command-port', accepted: true })

  const page = await context.newPage()
  await page.goto(`${site.origin}/ipfs/${Hash}`)
  await page.waitForFunction(() => navigator.serviceWorker.controller != null)
  expect(await asked(page)).toEqual({ type: 'command-port', accepted: false })
})
