import 'fake-indexeddb/auto'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newIndexedDB, testBlocks } from '../../../testing/store/store-fixtures.ts'
import type { Block } from '../../blockstore/blockstore.ts'
import { Database } from '../../database/database.ts'
import { openPackedBlockstore } from '../open-packed-blockstore.ts'
import type { PackedBlockstore } from '../packed-blockstore.ts'
import { BLOCKS } from '../schema/schema.ts'
import { SegmentReader } from './segment-reader.ts'

const blocks = testBlocks(12, 100_000)

let indexedDB: IDBFactory
let store: PackedBlockstore
let looks: number
let learning: Array<Promise<unknown>>

async function openStore (): Promise<void> {
  store = await openPackedBlockstore('test', { indexedDB, compactInBackground: false })
}

/** Puts blocks into one segment. */
async function put (blocks: Block[]): Promise<void> {
  const session = store.session()
  for (const { cid, bytes } of blocks) {
    await session.put(cid, bytes)
  }
  await session.commit()
}

/** Reads one block, out of order. Returns the number of index lookups. */
async function countLookups (i: number): Promise<number> {
  looks = 0
  expect(Buffer.compare(await store.bytes(blocks[i].cid), blocks[i].bytes)).toBe(0)
  const asked = looks
  // Waits for extents that are loaded in the background.
  await Promise.all(learning)
  return asked
}

beforeEach(async () => {
  indexedDB = newIndexedDB()
  await openStore()
  await put(blocks)
  await store.close()
  await openStore()
  learning = []
  const { liveEntries } = SegmentReader.prototype
  vi.spyOn(SegmentReader.prototype, 'liveEntries').mockImplementation(function (this: SegmentReader, segment) {
    const entries = liveEntries.call(this, segment)
    learning.push(entries)
    return entries
  })
  const { read } = Database.prototype
  vi.spyOn(Database.prototype, 'read').mockImplementation(function (this: Database, stores: readonly string[]) {
    if (stores.includes(BLOCKS) && stores.length === 2) {
      looks++
    }
    return read.call(this, stores as never)
  })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await store.close()
})

describe('the places of blocks', () => {
  it('are looked up twice in a segment, and then known for all of it', async () => {
    expect([
      await countLookups(7),
      await countLookups(2),
      await countLookups(10),
      await countLookups(5),
      await countLookups(7)
    ]).toEqual([1, 1, 0, 0, 0])
  })

  it('are forgotten for deleted blocks, alone or with others', async () => {
    for (const i of [7, 2, 10]) {
      await countLookups(i)
    }
    await store.delete(blocks[10].cid)
    await store.remove([blocks[5].cid])
    for (const i of [10, 5]) {
      await expect(store.bytes(blocks[i].cid)).rejects.toThrow('is not in the store')
    }
    await put([blocks[5]])
    expect(await countLookups(5)).toBe(1)
  })

  it('are looked up again after the segment was rewritten', async () => {
    for (const i of [7, 2, 10]) {
      await countLookups(i)
    }
    await store.remove(blocks.slice(0, 9).map(({ cid }) => cid))
    await store.compact()
    for (const i of [9, 10, 11]) {
      expect(await countLookups(i)).toBeLessThan(3)
    }
  })

  it('are forgotten for blocks of a rolled back session', async () => {
    const others = testBlocks(4, 100_001)
    const session = store.session()
    for (const { cid, bytes } of others) {
      await session.put(cid, bytes)
    }
    await session.prepare()
    for (const { cid, bytes } of others) {
      expect(Buffer.compare(await store.bytes(cid), bytes)).toBe(0)
    }
    await session.rollback()
    for (const { cid } of others) {
      await expect(store.bytes(cid)).rejects.toThrow('is not in the store')
    }
  })
})
