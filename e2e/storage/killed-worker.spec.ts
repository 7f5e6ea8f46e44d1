import type { BrowserContext, Page } from 'playwright'
import { test } from '../fixtures/site/installed-worker.ts'
import { expect, killWorkers, rpc } from '../fixtures/site/site.ts'

const MIB = 1024 * 1024
const BIG = 48 * MIB

interface Stat {
  NumObjects: number
  RepoSize: number
}

async function stat (page: Page): Promise<Stat> {
  return JSON.parse((await rpc(page, 'repo/stat')).text) as Stat
}

async function json<T> (page: Page, target: string, file?: Parameters<typeof rpc>[2]): Promise<T> {
  const { status, text } = await rpc(page, target, file)
  expect(status, text).toBe(200)
  return JSON.parse(text.trim().split('\n').at(-1) as string) as T
}

/**
 * Starts a call and stores its promise in `window.call`, waits until it is running, kills the worker, and waits for the
 * call to end.
 */
async function killDuring (
  context: BrowserContext,
  page: Page,
  start: () => Promise<void>,
  underway: () => Promise<boolean>
): Promise<string> {
  await start()
  await expect.poll(underway, { intervals: [5] }).toBe(true)
  await killWorkers(context, page)
  return await page.evaluate(async () => await (window as unknown as { call: Promise<string> }).call)
}

/** Attempts with more data, if a command was done before the worker was stopped. */
const TRIES = 5

/**
 * Repeats with growing amounts until the worker is stopped in the middle.
 *
 * @param attempt - gets the amount; returns how the call ended
 */
async function untilBroken (least: number, attempt: (amount: number) => Promise<string>): Promise<void> {
  const ends: string[] = []

  for (let amount = least; ends.length < TRIES; amount *= 2) {
    const end = await attempt(amount)
    if (end.startsWith('broken')) {
      return
    }
    ends.push(end.slice(0, 100))
  }

  throw new Error(`always done before the kill: ${ends.join('; ')}`)
}

/** Returns whether the call that `streamed` started has returned a line, or is over. */
async function isUnderWay (page: Page): Promise<boolean> {
  return await page.evaluate(() => (window as unknown as { seen: number }).seen > 0)
}

/** Starts a streaming call in the page, and stores its promise in `window.call`. */
async function streamed (page: Page, target: string): Promise<void> {
  await page.evaluate((target) => {
    const state = window as unknown as { call: Promise<string>; seen: number }
    state.seen = 0
    state.call = (async () => {
      const reader = (await fetch(`/api/v0/${target}`, { method: 'POST' })).body!.getReader()
      for (let r = await reader.read(); !r.done; r = await reader.read()) {
        state.seen++
      }
      return 'whole'
    })().catch((err: Error) => `broken: ${err.message}`)
    void state.call.then(() => {
      state.seen++
    })
  }, target)
}

test('an add interrupted by a stopped worker stores nothing, and a retry succeeds', async ({ app, context }) => {
  await untilBroken(BIG, async (size) => {
    await app.evaluate((size) => {
      const parts = Array.from({ length: size / 65536 }, () => crypto.getRandomValues(new Uint8Array(65536)))
      Object.assign(window, { big: new Blob(parts) })
    }, size)
    const before = await stat(app)

    const ended = await killDuring(context, app, async () =>
      await app.evaluate(() => {
        const state = window as unknown as { big: Blob; call: Promise<string>; seen: number }
        const body = new FormData()
        body.append('file', state.big, 'big.bin')
        state.seen = 0
        state.call = (async () => {
          const response = await fetch('/api/v0/add?progress=true', { method: 'POST', body })
          const reader = response.body!.getReader()
          let text = ''
          for (let r = await reader.read(); !r.done; r = await reader.read()) {
            text += new TextDecoder().decode(r.value)
            state.seen = text.length
          }
          return `whole: ${text.slice(-200)}`
        })().catch((err: Error) => `broken: ${err.message}`)
      }), async () => await app.evaluate(() => (window as unknown as { seen: number }).seen > 200))

    if (ended.startsWith('broken')) {
      expect(await stat(app)).toMatchObject({ NumObjects: before.NumObjects, RepoSize: before.RepoSize })
    }

    return ended
  })

  const again = await app.evaluate(async () => {
    const body = new FormData()
    body.append('file', (window as unknown as { big: Blob }).big, 'big.bin')
    const response = await fetch('/api/v0/add', { method: 'POST', body })
    return await response.json() as { Hash: string }
  })

  expect((await rpc(app, `dag/stat?arg=${again.Hash}&offline=true`)).status).toBe(200)
  expect((await rpc(app, 'repo/verify')).status).toBe(200)
})

test('a CAR import interrupted by a stopped worker stores nothing, and a retry succeeds', async ({ app, context }) => {
  const { Hash } = await json<{ Hash: string }>(app, 'add', { randomBytes: BIG })

  await app.evaluate(async (root) => {
    const response = await fetch(`/api/v0/dag/export?arg=${root}`, { method: 'POST' })
    Object.assign(window, { car: await response.blob() })
  }, Hash)

  await rpc(app, `pin/rm?arg=${Hash}`)
  await rpc(app, 'repo/gc')
  const before = await stat(app)

  const ended = await killDuring(context, app, async () =>
    await app.evaluate(() => {
      const state = window as unknown as { car: Blob; call: Promise<string> }
      // An upload that never finishes, on any machine.
      const half = new Blob([
        '--b\r\nContent-Disposition: form-data; name="file"; filename="x.car"\r\n\r\n',
        state.car.slice(0, state.car.size / 2)
      ])
      const reader = half.stream().getReader()
      const body = new ReadableStream({
        async pull (controller) {
          const { done, value } = await reader.read()
          if (done) {
            await new Promise(() => {})
          }
          controller.enqueue(value)
        }
      })
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body,
        duplex: 'half'
      }
      state.call = fetch('/api/v0/dag/import', init as RequestInit).then(async (response) =>
        `whole: ${await response.text()}`
      ).catch((err: Error) => `broken: ${err.message}`)
    }), async () => (await stat(app)).NumObjects > before.NumObjects)

  expect(ended).toMatch(/^broken/)
  expect(await stat(app)).toMatchObject({ NumObjects: before.NumObjects, RepoSize: before.RepoSize })

  const again = await app.evaluate(async () => {
    const body = new FormData()
    body.append('file', (window as unknown as { car: Blob }).car, 'x.car')
    return await (await fetch('/api/v0/dag/import', { method: 'POST', body })).text()
  })

  expect(again).toContain(Hash)
  expect((await rpc(app, `pin/ls?arg=${Hash}`)).status).toBe(200)
  expect((await rpc(app, `dag/stat?arg=${Hash}&offline=true`)).status).toBe(200)
})

test('an interrupted garbage collection keeps pins complete, and the next one finishes', async ({ app, context }) => {
  const kept = await json<{ Hash: string }>(app, 'add?chunker=size-4096', { randomBytes: 2 * MIB })
  let garbage = ''
  let full = 0

  await untilBroken(8 * MIB, async (size) => {
    garbage = (await json<{ Hash: string }>(app, 'add?chunker=size-1024&pin=false', { randomBytes: size })).Hash
    full = (await stat(app)).NumObjects
    return await killDuring(context, app, async () => {
      await streamed(app, 'repo/gc')
    }, async () => await isUnderWay(app))
  })

  expect((await rpc(app, `dag/stat?arg=${kept.Hash}&offline=true`)).status).toBe(200)
  expect((await rpc(app, 'repo/gc')).status).toBe(200)
  expect((await stat(app)).NumObjects).toBeLessThan(full)
  expect((await rpc(app, `block/stat?arg=${garbage}&offline=true`)).status).toBe(500)
  expect((await rpc(app, `dag/stat?arg=${kept.Hash}&offline=true`)).status).toBe(200)
  expect((await rpc(app, 'repo/verify')).status).toBe(200)
})

test('an interrupted pin is complete or absent, and a retry succeeds', async ({ app, context }) => {
  let root = ''

  await untilBroken(16 * MIB, async (size) => {
    root = (await json<{ Hash: string }>(app, 'add?chunker=size-1024&pin=false', { randomBytes: size })).Hash
    // With `progress` it reports the visited blocks, first after half a second.
    return await killDuring(context, app, async () => {
      await streamed(app, `pin/add?arg=${root}&progress=true`)
    }, async () => await isUnderWay(app))
  })

  const pinned = (await rpc(app, `pin/ls?arg=${root}`)).status === 200
  const whole = (await rpc(app, `dag/stat?arg=${root}&offline=true`)).status === 200
  expect(pinned && !whole).toBe(false)

  expect((await rpc(app, `pin/add?arg=${root}`)).status).toBe(200)
  expect((await rpc(app, `pin/ls?arg=${root}`)).status).toBe(200)
})
