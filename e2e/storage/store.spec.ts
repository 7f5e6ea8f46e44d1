import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, expect } from 'playwright/test'
import type { Page } from 'playwright/test'
import { serveWorker } from '../../bench/store/serve-worker.mjs'
import { launchOptions } from '../../scripts/browser/launch-options.mjs'
import { test as base } from '../fixtures/browser/once.ts'
import type { Actions } from '../store/worker.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Workers of the page, by number, so that one can be killed and another can replace it. */
interface Workers {
  run: <A extends keyof Actions>(
    worker: number,
    action: A,
    ...args: Parameters<Actions[A]>
  ) => Promise<Awaited<ReturnType<Actions[A]>>>
  kill: (worker: number) => Promise<void>
  /** last progress that a worker reported */
  progress: (worker: number) => Promise<number>
}

interface Hand {
  worker: Worker
  progress: number
  waiting: Map<number, { resolve: (value: unknown) => void; reject: (err: Error) => void }>
}

declare const hands: Record<number, Hand>

const test = base.extend<{ worker: { url: string }; store: Page; workers: Workers }>({
  // One bundle for all tests of the file.
  worker: async ({ once }, use) => {
    await use(
      await once('a page with workers of the blockstore', async () => {
        const site = await serveWorker(fileURLToPath(new URL('../store/worker.ts', import.meta.url)))
        return {
          value: site,
          end: async () => {
            await site.close()
          }
        }
      })
    )
  },

  // A profile on disk: a private one keeps its databases, and so the Blobs, in memory.
  store: async ({ worker }, use) => {
    const profile = await mkdtemp(path.join(tmpdir(), 'swipfs-store-'))
    const context = await chromium.launchPersistentContext(profile, launchOptions())
    const page = await context.newPage()
    await page.goto(worker.url)
    await page.evaluate(() => {
      Object.assign(globalThis, { hands: {} })
    })
    await use(page)
    await context.close()
    await rm(profile, { recursive: true, force: true })
  },

  workers: async ({ store }, use) => {
    await use({
      run: async (worker, action, ...args) =>
        await store.evaluate(async ([number, action, args]) => {
          const hand = hands[number] ??= (() => {
            const made: Hand = { worker: new Worker('/worker.js'), progress: 0, waiting: new Map() }
            made.worker.onmessage = ({ data: { id, value, error, progress } }) => {
              if (progress != null) {
                made.progress = progress
              } else if (error != null) {
                made.waiting.get(id)?.reject(new Error(error))
              } else {
                made.waiting.get(id)?.resolve(value)
              }
            }
            return made
          })()

          return await new Promise<unknown>((resolve, reject) => {
            const id = hand.waiting.size
            hand.waiting.set(id, { resolve, reject })
            hand.worker.postMessage({ id, action, args })
          })
        }, [worker, action, args] as const) as never,
      kill: async (worker) => {
        await store.evaluate((number) => {
          hands[number].worker.terminate()
        }, worker)
      },
      progress: async (worker) => await store.evaluate((number) => hands[number]?.progress ?? 0, worker)
    })
  }
})

// In one process, so that the worker is bundled once.
test.describe.configure({ mode: 'default' })

function numbers (first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + i)
}

test('reads blocks of all sizes back unchanged, also after a worker restart', async ({ workers }) => {
  await workers.run(0, 'fill', 0, 100, 256 * KIB)
  await workers.run(0, 'fill', 100, 300, 500)
  await workers.run(0, 'fill', 400, 100, 20 * KIB)
  const all = {
    seeds: numbers(0, 500),
    bad: [],
    stat: { blocks: 500, bytes: 100 * 256 * KIB + 300 * 500 + 100 * 20 * KIB }
  }
  expect(await workers.run(0, 'read')).toEqual(all)
  await workers.kill(0)
  expect(await workers.run(1, 'read')).toEqual(all)
})

test('a transaction with a failing request stores nothing, and reports why', async ({ workers }) => {
  expect(await workers.run(0, 'failLate')).toEqual({ name: 'ConstraintError', keys: ['taken'] })
})

test('stores and counts repeated blocks once', async ({ workers }) => {
  await workers.run(1, 'fillOneByOne', [...numbers(0, 5), 3, ...numbers(5, 45), 7, 49, 50], 500)
  await workers.run(1, 'fillOneByOne', [...numbers(51, 3), 52, ...numbers(54, 46), 99, 100], 100 * KIB)
  const all = { seeds: numbers(0, 101), bad: [], stat: { blocks: 101, bytes: 51 * 500 + 50 * 100 * KIB } }
  expect(await workers.run(1, 'read')).toEqual(all)
  await workers.kill(1)
  expect(await workers.run(2, 'read')).toEqual(all)
})

test('deletes and compacts without damage to other blocks', async ({ workers }) => {
  await workers.run(0, 'fill', 0, 100, 256 * KIB)
  await workers.run(0, 'fill', 100, 20, 256 * KIB)
  await workers.run(0, 'remove', 0, 90, 256 * KIB)
  await workers.run(0, 'compact')
  const left = { seeds: numbers(90, 30), bad: [], stat: { blocks: 30, bytes: 30 * 256 * KIB } }
  expect(await workers.run(0, 'read')).toEqual(left)
  await workers.kill(0)
  expect(await workers.run(1, 'read')).toEqual(left)
})

test('rolls back an unfinished session in the next worker', async ({ workers }) => {
  await workers.run(0, 'fill', 0, 40, 256 * KIB)
  await workers.run(0, 'sessionLeftOpen', 20, 100, 256 * KIB)
  expect((await workers.run(0, 'read')).seeds).toEqual(numbers(0, 120))
  await workers.kill(0)
  expect(await workers.run(1, 'read')).toEqual({
    seeds: numbers(0, 40),
    bad: [],
    stat: { blocks: 40, bytes: 40 * 256 * KIB }
  })
})

test('a worker killed during a write leaves only committed data', async ({ workers, store }) => {
  let committed = 0

  for (let round = 0; round < 5; round++) {
    const writing = workers.run(round, 'writeForever', 24, 200 * KIB).catch(() => {})
    await expect.poll(async () => await workers.progress(round), { intervals: [10] }).toBeGreaterThan(24 * round)
    await store.waitForTimeout(37 * round)
    await workers.kill(round)
    const told = await workers.progress(round)
    void writing
    const { seeds, bad, stat } = await workers.run(100 + round, 'read')
    committed = Math.max(committed, told)
    expect(bad).toEqual([])
    // A commit may have succeeded although its message was lost.
    expect(seeds).toEqual(numbers(0, seeds.length))
    expect(seeds.length % 24).toBe(0)
    expect(seeds.length).toBeGreaterThanOrEqual(committed)
    expect(stat).toEqual({ blocks: seeds.length, bytes: seeds.length * 200 * KIB })
    await workers.kill(100 + round)
  }
})

test('a worker killed during deletion and compaction loses no live block', async ({ workers, store }) => {
  for (let round = 0; round < 4; round++) {
    void workers.run(round, 'churnForever', 40, 100 * KIB).catch(() => {})
    await expect.poll(async () => await workers.progress(round), { intervals: [10] }).toBeGreaterThan(40 * round)
    await store.waitForTimeout(29 * round)
    await workers.kill(round)
    const committed = await workers.progress(round)
    const { seeds, bad, stat } = await workers.run(100 + round, 'read')
    expect(bad).toEqual([])
    expect(seeds).toEqual(expect.arrayContaining(numbers(0, committed).filter((i) => i % 4 === 0)))
    expect(stat).toEqual({ blocks: seeds.length, bytes: seeds.length * 100 * KIB })
    await workers.kill(100 + round)
  }
})

test('a second worker waits until the first has ended', async ({ workers, store }) => {
  await workers.run(0, 'fill', 0, 10, 256 * KIB)
  let answered = false
  const second = workers.run(1, 'read').then((answer) => {
    answered = true
    return answer
  })
  await workers.run(0, 'fill', 10, 10, 256 * KIB)
  await store.waitForTimeout(300)
  expect(answered).toBe(false)
  await workers.kill(0)
  expect((await second).seeds).toEqual(numbers(0, 20))
})

test('reports a full disk, and loses nothing', async ({ workers, store, worker }) => {
  const session = await store.context().newCDPSession(store)
  const { origin } = new URL(worker.url)
  // Before the database is opened: Chromium rarely checks the quota of an open one.
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 40 * MIB })
  await workers.run(0, 'fill', 0, 20, 256 * KIB)
  expect(await workers.run(0, 'fillUntilFull', 1000, 256 * KIB)).toMatchObject({ name: 'QuotaExceededError' })
  const kept = { seeds: numbers(0, 20), bad: [], stat: { blocks: 20, bytes: 20 * 256 * KIB } }
  expect(await workers.run(0, 'read')).toEqual(kept)
  await session.send('Storage.overrideQuotaForOrigin', { origin })
  await workers.run(0, 'fill', 20, 20, 256 * KIB)
  expect((await workers.run(0, 'read')).seeds).toEqual(numbers(0, 40))
})

test('a damaged segment affects only its own blocks', async ({ workers }) => {
  await workers.run(0, 'fill', 0, 8, 256 * KIB)
  await workers.run(0, 'fill', 8, 8, 256 * KIB)
  await workers.run(0, 'damage')
  const { seeds, bad } = await workers.run(0, 'read')
  expect(seeds).toEqual(numbers(0, 16))
  expect(bad).toEqual(numbers(0, 8))
  await workers.run(0, 'remove', 0, 8, 256 * KIB)
  await workers.run(0, 'fill', 0, 8, 256 * KIB)
  expect((await workers.run(0, 'read')).bad).toEqual([])
})
