import all from 'it-all'
import { beforeEach, expect, it } from 'vitest'
import { cborNode } from '../../testing/small-dag.ts'
import { PinListCache } from './pin-list-cache.ts'
import type { Pin } from './pin-store.ts'

const pin = (i: number): Pin => ({ cid: cborNode(`node ${i}`).cid, mode: 'recursive', name: '' })

let lists: PinListCache
let stored: Pin[]
let reads = 0

beforeEach(() => {
  lists = new PinListCache()
  stored = [pin(1), pin(2)]
  reads = 0
})

async function* read (): AsyncGenerator<Pin> {
  reads++
  yield* [...stored]
}

async function listed (name = 'all'): Promise<Pin[]> {
  return await all(lists.list(name, read))
}

it('reads each list once while no pin changes', async () => {
  expect(await listed()).toEqual(stored)
  expect(await listed()).toEqual(stored)
  expect(reads).toBe(1)
  await listed('others')
  expect(reads).toBe(2)
})

it('reads it again after a change, successful or not', async () => {
  await listed()
  await lists.changing(async () => {
    stored = [pin(3)]
  })
  expect(await listed()).toEqual(stored)
  await expect(lists.changing(async () => {
    stored = [pin(4)]
    throw new Error('no')
  })).rejects.toThrow('no')
  expect(await listed()).toEqual(stored)
})

it('caches no list that was read during a change, or before it', async () => {
  const early = lists.list('all', read)
  await early.next()
  let done = (): void => {}
  const changing = lists.changing(async () => {
    await new Promise<void>((resolve) => {
      done = resolve
    })
  })
  await all(early)
  await listed()
  stored = [pin(3)]
  expect(await listed()).toEqual(stored)
  done()
  await changing
  stored = [pin(4)]
  expect(await listed()).toEqual(stored)
  expect(await listed()).toEqual(stored)
  expect(reads).toBe(4)
})

it('caches no partly read list, and no very long one', async () => {
  for await (const _ of lists.list('all', read)) {
    break
  }
  expect(await listed()).toEqual(stored)
  expect(reads).toBe(2)
  stored = Array.from({ length: 2000 }, (_, i) => pin(i % 10))
  expect(await listed('many')).toHaveLength(2000)
  stored.pop()
  expect(await listed('many')).toHaveLength(1999)
})
