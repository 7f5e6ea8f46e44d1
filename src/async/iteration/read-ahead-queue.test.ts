import { expect, it } from 'vitest'
import { ReadAheadQueue } from './read-ahead-queue.ts'

it('takes ahead, within its bound, in the order of the source', async () => {
  let given = 0

  function* source (): Generator<number> {
    while (given < 10) {
      yield given++
    }
  }

  const arrived = new ReadAheadQueue(source(), 4)
  expect(await arrived.take()).toEqual([0, 1, 2, 3])
  expect(given).toBeLessThanOrEqual(8)
  expect(await arrived.take()).toEqual([4, 5, 6, 7])
  expect(await arrived.take()).toEqual([8, 9])
  expect(await arrived.take()).toEqual([])
})

it('gives what came before an error, then the error', async () => {
  async function* source (): AsyncGenerator<number> {
    yield 1
    throw new Error('broken')
  }

  const arrived = new ReadAheadQueue(source(), 4)
  expect(await arrived.take()).toEqual([1])
  await expect(arrived.take()).rejects.toThrow('broken')
})

it('ends the source when it is stopped, and does not wait for one that hangs', async () => {
  let ended = false

  function* endless (): Generator<number> {
    try {
      while (true) {
        yield 1
      }
    } finally {
      ended = true
    }
  }

  const arrived = new ReadAheadQueue(endless(), 2)
  await arrived.take()
  arrived.stop()
  expect(ended).toBe(true)

  async function* hanging (): AsyncGenerator<number> {
    yield 1
    await new Promise(() => {})
  }

  const stuck = new ReadAheadQueue(hanging(), 2)
  expect(await stuck.take()).toEqual([1])
  stuck.stop()
})
