import all from 'it-all'
import { beforeEach, expect, it } from 'vitest'
import { cborNode } from '../../testing/dag/small-dag.ts'
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

async function* readPins (): AsyncGenerator<Pin> {
  reads++
  yield* [...stored]
}

async function listPins (name = 'all'): Promise<Pin[]> {
  return await all(lists.list(name, readPins))
}

it('reads each list once while no pin changes', async () => {
  expect(await listPins()).toEqual(stored)
  expect(await listPins()).toEqual(stored)
  expect(reads).toBe(1)
  await listPins('others')
  expect(reads).toBe(2)
})

it('reads it again after a change, successful or not', async () => {
  await listPins()
  await lists.changing(async () => {
    stored = [pin(3)]
  })
  expect(await listPins()).toEqual(stored)
  await expect(lists.changing(async () => {
    stored = [pin(4)]
    throw new Error('no')
  })).rejects.toThrow('no')
  expect(await listPins()).toEqual(stored)
})

it('caches no list that was read during a change, or before it', async () => {
  const early = lists.list('all', readPins)
  await early.next()
  let done = (): void => {}
  const changing = lists.changing(async () => {
    await new Promise<void>((resolve) => {
      done = resolve
    })
  })
  await all(early)
  await listPins()
  stored = [pin(3)]
  expect(await listPins()).toEqual(stored)
  done()
  await changing
  stored = [pin(4)]
  expect(await listPins()).toEqual(stored)
  expect(await listPins()).toEqual(stored)
  expect(reads).toBe(4)
})

it('caches no partly read list, and no very long one', async () => {
  for await (const _ of lists.list('all', readPins)) {
    break
  }
  expect(await listPins()).toEqual(stored)
  expect(reads).toBe(2)
  stored = Array.from({ length: 2000 }, (_, i) => pin(i % 10))
  expect(await listPins('many')).toHaveLength(2000)
  stored.pop()
  expect(await listPins('many')).toHaveLength(1999)
})
