import 'fake-indexeddb/auto'

import { expect, it } from 'vitest'
import { newIndexedDB, testBlock, testBlocks } from '../../testing/store/store-fixtures.ts'
import { BlockCache } from './block-cache.ts'

async function openCache (
  maxBytes: number,
  indexedDB = newIndexedDB(),
  clock = { now: 0 }
): Promise<{ cache: BlockCache; indexedDB: IDBFactory; clock: { now: number } }> {
  return { cache: await BlockCache.open('cache', { maxBytes, indexedDB, now: () => clock.now }), indexedDB, clock }
}

it('returns blocks before they are written and after reopening', async () => {
  const { cache, indexedDB } = await openCache(1e6)
  const [a, b, c] = testBlocks(3, 1000)
  cache.put(a.cid, a.bytes)
  expect(await cache.get([a.cid, b.cid])).toEqual([a.bytes, undefined])
  await cache.flush()
  cache.put(b.cid, b.bytes)
  expect(await cache.get([b.cid, c.cid, a.cid])).toEqual([b.bytes, undefined, a.bytes])
  expect([cache.size(a.cid), cache.size(c.cid), cache.bytes]).toEqual([1000, undefined, 2000])
  await cache.close()

  const { cache: later } = await openCache(1e6, indexedDB)
  expect(await later.get([a.cid, b.cid, c.cid])).toEqual([a.bytes, b.bytes, undefined])
  expect(later.bytes).toBe(2000)
})

it('stays within its limit, and keeps the most recently used blocks, also after reopening', async () => {
  const { cache, indexedDB, clock } = await openCache(10_000)
  const blocks = testBlocks(12, 1000)
  for (const { cid, bytes } of blocks.slice(0, 10)) {
    clock.now += 1
    cache.put(cid, bytes)
  }
  await cache.flush()
  clock.now += 100_000
  await cache.get([blocks[0].cid])
  await cache.close()

  const { cache: later } = await openCache(10_000, indexedDB, clock)
  for (const { cid, bytes } of blocks.slice(10)) {
    clock.now += 1
    later.put(cid, bytes)
  }
  await later.flush()
  expect(later.bytes).toBeLessThanOrEqual(10_000)
  expect(await later.get([blocks[0].cid, blocks[1].cid, blocks[11].cid])).toEqual([
    blocks[0].bytes,
    undefined,
    blocks[11].bytes
  ])
  await later.close()

  const { cache: last } = await openCache(10_000, indexedDB, clock)
  expect(last.bytes).toBe(later.bytes)
  expect(last.size(blocks[1].cid)).toBeUndefined()
})

it('never exceeds its limit, however much is put at once', async () => {
  const { cache, indexedDB } = await openCache(10_000)
  for (const { cid, bytes } of testBlocks(500, 700)) {
    cache.put(cid, bytes)
  }
  cache.put(testBlock(999, 20_000).cid, testBlock(999, 20_000).bytes)
  await cache.close()
  expect(cache.bytes).toBeLessThanOrEqual(10_000)
  const { cache: later } = await openCache(10_000, indexedDB)
  expect(later.bytes).toBe(cache.bytes)
})

it('deletes dropped blocks, and stores facts', async () => {
  const { cache, indexedDB } = await openCache(1e6)
  const { cid, bytes } = testBlock(1, 100)
  cache.put(cid, bytes)
  await cache.flush()
  cache.drop(cid)
  cache.setFact('name', { path: '/ipfs/x', hosts: new Map([['a', true]]) })
  expect(await cache.get([cid])).toEqual([undefined])
  await cache.close()
  const { cache: later } = await openCache(1e6, indexedDB)
  expect([later.bytes, await later.fact('name'), await later.fact('other')]).toEqual([0, {
    path: '/ipfs/x',
    hosts: new Map([['a', true]])
  }, undefined])
})

it('returns the last value of a fact at once, before and after it is written', async () => {
  const { cache } = await openCache(1e6)
  cache.setFact('name', 'old')
  expect(await cache.fact('name')).toBe('old')
  await cache.flush()
  cache.setFact('name', 'newer')
  const first = cache.fact('name')
  cache.setFact('name', 'newest')
  expect([await first, await cache.fact('name')]).toEqual(['newer', 'newest'])
  await cache.flush()
  expect(await cache.fact('name')).toBe('newest')

  await cache.close()
  cache.setFact('name', 'lost')
  await cache.flush()
  await expect(cache.fact('name')).rejects.toThrow()
})

it('a failed write loses its block and nothing else', async () => {
  const { cache } = await openCache(1e6)
  const [a, b] = testBlocks(2, 100)
  cache.put(a.cid, a.bytes)
  await cache.flush()
  await cache.close()
  cache.put(b.cid, b.bytes)
  await cache.flush()
  expect(cache.size(b.cid)).toBeUndefined()
  expect(cache.bytes).toBe(100)
})
