import 'fake-indexeddb/auto'

import { afterEach, expect, it, vi } from 'vitest'
import { inconsistencies, inspect, storedBlocks } from '../../../testing/store/packed-store.ts'
import { newIndexedDB, testBlocks } from '../../../testing/store/store-fixtures.ts'
import { requestResult } from '../../database/database.ts'
import { openPackedBlockstore } from '../open-packed-blockstore.ts'
import { ALL_STORES, META } from './schema.ts'

const NAME = 'test'
const blocks = [...testBlocks(12, 100_000), ...testBlocks(5, 300, 50)]
const sizes = blocks.map(({ bytes }) => bytes.byteLength).sort()

afterEach(() => {
  vi.restoreAllMocks()
})

/** Rejects Blobs like WebKit's private windows. */
function refuseBlobs (): void {
  const { put, add } = IDBObjectStore.prototype
  const refuse = (value: unknown): void => {
    if (value instanceof Blob) {
      throw new DOMException('Error preparing Blob/File data to be stored in object store', 'UnknownError')
    }
  }
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    refuse(args[0])
    return put.apply(this, args)
  })
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...args) {
    refuse(args[0])
    return add.apply(this, args)
  })
}

async function fill (store: Awaited<ReturnType<typeof openPackedBlockstore>>): Promise<void> {
  const session = store.session()
  for (const { cid, bytes } of blocks) {
    await session.put(cid, bytes)
  }
  await session.commit()
}

it('stores, deletes and compacts blocks if the database rejects Blobs', async () => {
  refuseBlobs()
  const indexedDB = newIndexedDB()
  const store = await openPackedBlockstore(NAME, { indexedDB, compactInBackground: false })
  await fill(store)
  expect([...(await storedBlocks(store)).values()].map((bytes) => bytes.byteLength).sort()).toEqual(sizes)
  await store.remove(blocks.slice(0, 9).map(({ cid }) => cid))
  await store.compact()
  await store.close()
  expect(await inconsistencies(indexedDB, NAME)).toEqual([])

  const again = await openPackedBlockstore(NAME, { indexedDB })
  expect(await again.stat()).toEqual({ blocks: 8, bytes: 3 * 100_000 + 5 * 300 })
  for (const { cid, bytes } of blocks.slice(9)) {
    expect(await again.bytes(cid)).toEqual(bytes)
  }
  await again.close()
})

it('uses Blobs as soon as the database accepts them, and reads older data', async () => {
  const indexedDB = newIndexedDB()
  refuseBlobs()
  const first = await openPackedBlockstore(NAME, { indexedDB })
  await first.put(blocks[0].cid, blocks[0].bytes)
  await first.close()
  vi.restoreAllMocks()

  const second = await openPackedBlockstore(NAME, { indexedDB })
  await fill(second)
  expect(await second.bytes(blocks[0].cid)).toEqual(blocks[0].bytes)
  await second.close()

  const blobs = await inspect(indexedDB, NAME, async (database) => {
    const tx = database.read(ALL_STORES)
    expect(await requestResult(tx.objectStore(META).get('blobs'))).toBe(true)
    const values = await Promise.all(ALL_STORES.map((name) => requestResult<unknown[]>(tx.objectStore(name).getAll())))
    return values.flat().filter((value) => value instanceof Blob)
  })
  expect(blobs.length).toBeGreaterThan(0)
})
