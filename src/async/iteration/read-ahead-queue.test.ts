import { expect, it } from 'vitest'
import { ReadAheadQueue } from './read-ahead-queue.ts'

it('reads ahead within its limit, in the order of the source', async () => {
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

it('yields the values before an error, then throws it', async () => {
  async function* source (): AsyncGenerator<number> {
    yield 1
    throw new Error('broken')
  }

  const arrived = new ReadAheadQueue(source(), 4)
  expect(await arrived.take()).toEqual([1])
  await expect(arrived.take()).rejects.toThrow('broken')
})

it('closes the source when it is stopped, and does not wait for a hanging source', async () => {
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
