import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { multihashKey } from '../../../cid/multihash-key.ts'
import { contents, inconsistencies } from '../../../testing/packed-store.ts'
import { newIndexedDB, testBlock, testBlocks } from '../../../testing/store-fixtures.ts'
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

/** How often the database is asked for something while work is done, and how many write transactions there are. */
async function asked (work: () => Promise<unknown>): Promise<{ looks: number, writes: number }> {
  const looks = ['get', 'getKey'].map((method) => vi.spyOn(IDBObjectStore.prototype, method as 'get'))
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await work()
  const counts = { looks: looks.reduce((sum, { mock }) => sum + mock.calls.length, 0), writes: transaction.mock.calls.filter(([, mode]) => mode === 'readwrite').length }
  vi.restoreAllMocks()
  return counts
}

for (const [where, size] of Object.entries(SIZES)) {
  const blocks = testBlocks(6, size)
  const put = async (...list: typeof blocks): Promise<void> => { for (const { cid, bytes } of list) await store.put(cid, bytes) }

  it(`writes new blocks one by one without a look (${where})`, async () => {
    expect(await asked(async () => { await put(...blocks) })).toEqual({ looks: 0, writes: 6 })
    expect(await store.stat()).toEqual({ blocks: 7, bytes: 10 + 6 * size })
  })

  it(`counts a block that is there already once, and looks before it writes for a while then (${where})`, async () => {
    await put(blocks[0])
    expect((await asked(async () => { await put(blocks[0]) })).writes).toBe(2)
    expect((await asked(async () => { await put(blocks[0], blocks[1]) })).looks).toBeGreaterThan(0)
    expect(await store.stat()).toEqual({ blocks: 3, bytes: 10 + 2 * size })
    expect(await contents(store)).toEqual(new Map([testBlock(9999, 10), ...blocks.slice(0, 2)].map(({ cid, bytes }) => [multihashKey(cid.multihash.bytes), bytes])))
  })

  it(`writes what a session brought and commits in one transaction that way, and no session with a journal (${where})`, async () => {
    const session = store.session()
    await session.put(blocks[0].cid, blocks[0].bytes)
    await session.put(blocks[1].cid, blocks[1].bytes)
    expect(await asked(async () => { await session.commit() })).toEqual({ looks: 0, writes: 1 })

    const other = store.session()
    await other.put(blocks[2].cid, blocks[2].bytes)
    await store.flush()
    await other.put(blocks[3].cid, blocks[3].bytes)
    await other.commit()
    expect(await store.stat()).toEqual({ blocks: 5, bytes: 10 + 4 * size })
  })

  it(`gives to the store a block that an open session brought, which stays when that goes (${where})`, async () => {
    const session = store.session()
    await session.put(blocks[0].cid, blocks[0].bytes)
    await store.flush()
    await put(blocks[1])
    await put(blocks[0])
    await session.rollback()
    expect(await store.has(blocks[0].cid)).toBe(true)
    expect(await store.stat()).toEqual({ blocks: 3, bytes: 10 + 2 * size })
  })

  it(`counts aright beside others that write and delete (${where})`, async () => {
    await Promise.all(blocks.map(async ({ cid, bytes }, i) => {
      await store.put(cid, bytes)
      if (i % 2 === 1) await store.delete(cid)
    }))
    await put(...blocks.slice(0, 2))
    expect(await store.stat()).toEqual({ blocks: 5, bytes: 10 + 4 * size })
  })
}

it('says that the disk is full as ever, and writes when there is room', async () => {
  const [one, two] = testBlocks(2, 1000)
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => { throw new DOMException('no room', 'QuotaExceededError') })
  await expect(store.put(one.cid, one.bytes)).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(add).toHaveBeenCalledTimes(1)
  vi.restoreAllMocks()
  await store.put(two.cid, two.bytes)
  expect(await store.stat()).toEqual({ blocks: 2, bytes: 1010 })
})
