import type { CID } from 'multiformats/cid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testBlocks } from '../../testing/store/store-fixtures.ts'
import { BatchedPuts } from './batched-puts.ts'

const MIB = 1024 * 1024

/** The puts of each task, as the store groups them. */
let tasks: CID[][]
let underWay: number
let puts: BatchedPuts
let end: () => void
let fails: Error | undefined

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  tasks = []
  underWay = 0
  fails = undefined
  end = () => {}
  let open: CID[] | undefined
  let ended = Promise.resolve()

  puts = new BatchedPuts({
    put: async (cid) => {
      if (open == null) {
        open = []
        tasks.push(open)
        ended = new Promise((resolve) => {
          end = resolve
        })
        queueMicrotask(() => {
          open = undefined
        })
      }

      open.push(cid)
      await ended
      if (fails != null) {
        throw fails
      }
      return cid
    }
  }, () => underWay)
})

afterEach(() => {
  vi.useRealTimers()
})

/** Puts blocks in separate tasks. */
async function come (blocks: ReturnType<typeof testBlocks>): Promise<Array<Promise<void>>> {
  const putting: Array<Promise<void>> = []

  for (const { cid, bytes } of blocks) {
    putting.push(puts.put(cid, bytes))
    await Promise.resolve()
  }

  return putting
}

test('a block without others in flight is written at once', async () => {
  underWay = 1
  void await come(testBlocks(1, 100))
  expect(tasks.map(({ length }) => length)).toEqual([1])
})

test('blocks are written together when half of them have arrived, and the next ones during that write', async () => {
  underWay = 32
  const first = await come(testBlocks(15, 100))
  expect(tasks).toEqual([])
  first.push(...await come(testBlocks(1, 100, 15)))
  expect(tasks.map(({ length }) => length)).toEqual([16])
  // None of these is written yet, so 32 are still in flight: 16 more arrive, of which half are put here.
  void await come(testBlocks(8, 100, 16))
  expect(tasks.map(({ length }) => length)).toEqual([16, 8])
})

test('large blocks are written earlier', async () => {
  underWay = 100
  void await come(testBlocks(4, MIB))
  expect(tasks.map(({ length }) => length)).toEqual([4])
})

test('no block waits long for others that do not arrive', async () => {
  underWay = 32
  void await come(testBlocks(3, 100))
  await vi.advanceTimersByTimeAsync(15)
  expect(tasks).toEqual([])
  await vi.advanceTimersByTimeAsync(5)
  expect(tasks.map(({ length }) => length)).toEqual([3])
  await vi.advanceTimersByTimeAsync(1000)
  expect(tasks).toHaveLength(1)
})

test('each put resolves when its block is stored, or rejects with the error', async () => {
  underWay = 2
  const [one] = await come(testBlocks(1, 100))
  let isDone = false
  one.then(() => {
    isDone = true
  }, () => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(isDone).toBe(false)
  end()
  await one

  fails = new Error('the disk is full')
  const [other] = await come(testBlocks(1, 100, 1))
  const failing = expect(other).rejects.toThrow('the disk is full')
  end()
  await failing
  // A failed put does not count as in flight any more.
  fails = undefined
  underWay = 1
  const [last] = await come(testBlocks(1, 100, 2))
  end()
  await last
})
