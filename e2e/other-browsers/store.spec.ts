import { fileURLToPath } from 'node:url'
import { serveWorker } from '../../bench/store/serve-worker.mjs'
import type { Actions } from '../store/worker.ts'
import type { OtherBrowser } from './fixtures/other-browser.ts'
import { expect, inEachBrowser, test } from './fixtures/test.ts'

const KIB = 1024

// In one process, so that the worker is bundled once.
test.describe.configure({ mode: 'default' })

let worker: { url: string; close: () => Promise<void> }

test.beforeAll(async () => {
  worker = await serveWorker(fileURLToPath(new URL('../store/worker.ts', import.meta.url)))
})
test.afterAll(async () => {
  await worker.close()
})

/** Runs one action in the worker of the page, and starts the worker if necessary. */
async function runAction<A extends keyof Actions> (
  browser: OtherBrowser,
  action: A,
  ...args: Parameters<Actions[A]>
): Promise<Awaited<ReturnType<Actions[A]>>> {
  return await browser.evaluate(async ({ action, args }) => {
    const state = window as unknown as { storeWorker?: Worker }
    const worker = state.storeWorker ??= new Worker('/worker.js')

    return await new Promise<never>((resolve, reject) => {
      worker.onmessage = ({ data: { value, error } }: MessageEvent<{ value: never; error?: string }>) => {
        if (error == null) {
          resolve(value)
        } else {
          reject(new Error(error))
        }
      }
      worker.postMessage({ id: 0, action, args })
    })
  }, { action, args })
}

async function restartWorker (browser: OtherBrowser): Promise<void> {
  await browser.evaluate(() => {
    const state = window as unknown as { storeWorker?: Worker }
    state.storeWorker?.terminate()
    delete state.storeWorker
  })
}

function numbers (first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + i)
}

inEachBrowser((kind) => {
  test(
    'reads blocks of all sizes back, also after deletions, compaction and a worker restart',
    async ({ visitor }) => {
      await visitor.goto(worker.url)
      await runAction(visitor, 'fill', 0, 100, 256 * KIB)
      await runAction(visitor, 'fill', 100, 300, 500)
      await runAction(visitor, 'fill', 400, 100, 20 * KIB)
      expect(await runAction(visitor, 'read')).toEqual({
        seeds: numbers(0, 500),
        bad: [],
        stat: { blocks: 500, bytes: 100 * 256 * KIB + 300 * 500 + 100 * 20 * KIB }
      })

      await runAction(visitor, 'remove', 0, 90, 256 * KIB)
      await runAction(visitor, 'compact')
      const left = {
        seeds: numbers(90, 410),
        bad: [],
        stat: { blocks: 410, bytes: 10 * 256 * KIB + 300 * 500 + 100 * 20 * KIB }
      }
      expect(await runAction(visitor, 'read')).toEqual(left)
      await restartWorker(visitor)
      expect(await runAction(visitor, 'read')).toEqual(left)
    }
  )

  test('a transaction with a failing request stores nothing, and reports why', async ({ visitor }) => {
    await visitor.goto(worker.url)
    expect(await runAction(visitor, 'failLate')).toEqual({ name: 'ConstraintError', keys: ['taken'] })
  })

  test('a transaction with a refused Blob stores nothing, and fails', async ({ visitor }) => {
    await visitor.goto(worker.url)
    const { failed, keys } = await runAction(visitor, 'keepBlob')
    expect(keys).toEqual(failed ? [] : ['blob', 'row'])
    // A private window of WebKit cannot store it.
    expect(failed).toBe(!kind.keepsData)
  })

  test('stores and counts repeated blocks once', async ({ visitor }) => {
    await visitor.goto(worker.url)
    // A duplicate block aborts the whole transaction of a group that was written without lookups.
    await runAction(visitor, 'fillOneByOne', [...numbers(0, 5), 3, ...numbers(5, 45), 7, 49, 50], 500)
    await runAction(visitor, 'fillOneByOne', [...numbers(51, 3), 52, ...numbers(54, 46), 99, 100], 100 * KIB)
    const all = { seeds: numbers(0, 101), bad: [], stat: { blocks: 101, bytes: 51 * 500 + 50 * 100 * KIB } }
    expect(await runAction(visitor, 'read')).toEqual(all)
    await restartWorker(visitor)
    expect(await runAction(visitor, 'read')).toEqual(all)
  })

  test('rolls back an unfinished session in the next worker', async ({ visitor }) => {
    await visitor.goto(worker.url)
    await runAction(visitor, 'fill', 0, 40, 256 * KIB)
    await runAction(visitor, 'sessionLeftOpen', 20, 60, 256 * KIB)
    await restartWorker(visitor)
    expect(await runAction(visitor, 'read')).toEqual({
      seeds: numbers(0, 40),
      bad: [],
      stat: { blocks: 40, bytes: 40 * 256 * KIB }
    })
  })

  if (kind.keepsData) {
    test('keeps committed blocks after the browser was killed', async ({ launch }) => {
      const before = await launch()
      await before.goto(worker.url)
      await runAction(before, 'fill', 0, 60, 256 * KIB)
      await runAction(before, 'fill', 60, 200, 500)
      await runAction(before, 'remove', 0, 30, 256 * KIB)
      await runAction(before, 'compact')
      await before.kill()

      const after = await launch()
      await after.goto(worker.url)
      expect(await runAction(after, 'read')).toEqual({
        seeds: numbers(30, 230),
        bad: [],
        stat: { blocks: 230, bytes: 30 * 256 * KIB + 200 * 500 }
      })
    })
  }
})
