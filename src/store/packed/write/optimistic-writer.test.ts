import 'fake-indexeddb/auto'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { multihashKey } from '../../../cid/hash/multihash-key.ts'
import { inconsistencies, storedBlocks } from '../../../testing/store/packed-store.ts'
import { newIndexedDB, testBlock, testBlocks } from '../../../testing/store/store-fixtures.ts'
import { openPackedBlockstore } from '../open-packed-blockstore.ts'
import type { PackedBlockstore } from '../packed-blockstore.ts'

const NAME = 'at-once'
const SIZES = { inline: 4000, 'in pages': 100_000 }

let indexedDB: IDBFactory
let store: PackedBlockstore

beforeEach(async () => {
  indexedDB = newIndexedDB()
  store = await openPackedBlockstore(NAME, { indexedDB, compactInBackground: false })
  await store.put(testBlock(9999, 10).cid, testBlock(9999, 10).bytes)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await store.close()
  expect(await inconsistencies(indexedDB, NAME)).toEqual([])
})

/** Counts the lookups and write transactions during some work. */
async function asked (work: () => Promise<unknown>): Promise<{ looks: number; writes: number }> {
  const looks = ['get', 'getKey'].map((method) => vi.spyOn(IDBObjectStore.prototype, method as 'get'))
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await work()
  const counts = {
    looks: looks.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    writes: transaction.mock.calls.filter(([, mode]) => mode === 'readwrite').length
  }
  vi.restoreAllMocks()
  return counts
}

for (const [where, size] of Object.entries(SIZES)) {
  const blocks = testBlocks(6, size)
  const put = async (...list: typeof blocks): Promise<void> => {
    for (const { cid, bytes } of list) {
      await store.put(cid, bytes)
    }
  }

  it(`writes new blocks one by one without a lookup (${where})`, async () => {
    expect(
      await asked(async () => {
        await put(...blocks)
      })
    ).toEqual({ looks: 0, writes: 6 })
    expect(await store.stat()).toEqual({ blocks: 7, bytes: 10 + 6 * size })
  })

  it(`counts an existing block once, and looks up before writes for a while then (${where})`, async () => {
    await put(blocks[0])
    expect(
      (await asked(async () => {
        await put(blocks[0])
      })).writes
    ).toBe(2)
    expect(
      (await asked(async () => {
        await put(blocks[0], blocks[1])
      })).looks
    ).toBeGreaterThan(0)
    expect(await store.stat()).toEqual({ blocks: 3, bytes: 10 + 2 * size })
    expect(await storedBlocks(store)).toEqual(
      new Map(
        [testBlock(9999, 10), ...blocks.slice(0, 2)].map(({ cid, bytes }) => [multihashKey(cid.multihash.bytes), bytes])
      )
    )
  })

  it(`writes and commits a small session in one transaction, but no session with a journal (${where})`, async () => {
    const session = store.session()
    await session.put(blocks[0].cid, blocks[0].bytes)
    await session.put(blocks[1].cid, blocks[1].bytes)
    expect(
      await asked(async () => {
        await session.commit()
      })
    ).toEqual({ looks: 0, writes: 1 })

    const other = store.session()
    await other.put(blocks[2].cid, blocks[2].bytes)
    await store.flush()
    await other.put(blocks[3].cid, blocks[3].bytes)
    await other.commit()
    expect(await store.stat()).toEqual({ blocks: 5, bytes: 10 + 4 * size })
  })

  it(`commits a block of an open session by a plain put, so that it survives the rollback (${where})`, async () => {
    const session = store.session()
    await session.put(blocks[0].cid, blocks[0].bytes)
    await store.flush()
    await put(blocks[1])
    await put(blocks[0])
    await session.rollback()
    expect(await store.has(blocks[0].cid)).toBe(true)
    expect(await store.stat()).toEqual({ blocks: 3, bytes: 10 + 2 * size })
  })

  it(`counts correctly with concurrent writes and deletes (${where})`, async () => {
    await Promise.all(blocks.map(async ({ cid, bytes }, i) => {
      await store.put(cid, bytes)
      if (i % 2 === 1) {
        await store.delete(cid)
      }
    }))
    await put(...blocks.slice(0, 2))
    expect(await store.stat()).toEqual({ blocks: 5, bytes: 10 + 4 * size })
  })
}

it('reports a full disk as usual, and writes when there is room', async () => {
  const [one, two] = testBlocks(2, 1000)
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await expect(store.put(one.cid, one.bytes)).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(add).toHaveBeenCalledTimes(1)
  vi.restoreAllMocks()
  await store.put(two.cid, two.bytes)
  expect(await store.stat()).toEqual({ blocks: 2, bytes: 1010 })
})
