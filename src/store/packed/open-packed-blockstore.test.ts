import 'fake-indexeddb/auto'

import { expect, it } from 'vitest'
import { inconsistencies, storedBlocks } from '../../testing/store/packed-store.ts'
import { fakeLocks, newIndexedDB, testBlocks } from '../../testing/store/store-fixtures.ts'
import { openDatabase } from '../database/open-database.ts'
import { openPackedBlockstore } from './open-packed-blockstore.ts'
import { packEntries, packKeys } from './schema/segment-lists.ts'

const NAME = 'test'
const blocks = [...testBlocks(3, 60_000), ...testBlocks(3, 200, 50)]

it('opens a repo of schema version 1', async () => {
  const indexedDB = newIndexedDB()
  const db = await openDatabase(indexedDB, NAME, 1, async (db) => {
    ;['blocks', 'segments', 'journal', 'meta'].forEach((name) => db.createObjectStore(name))
  })
  const tx = db.transaction(['blocks', 'segments', 'journal', 'meta'], 'readwrite')
  const key = (i: number): IDBValidKey => blocks[i].cid.multihash.bytes as Uint8Array<ArrayBuffer>
  // The first third of segment 3 is dead, segment 5 has no live block, and block 4 is owned by session 7, which was
  // killed.
  tx.objectStore('segments').put(
    new Blob([new Uint8Array(60_000), blocks[0].bytes as BlobPart, blocks[1].bytes as BlobPart]),
    3
  )
  tx.objectStore('segments').put(new Blob([new Uint8Array(9000)]), 5)
  tx.objectStore('segments').put(new Blob([blocks[2].bytes as BlobPart, new Uint8Array(200_000)]), 6)
  tx.objectStore('blocks').put([3, 60_000, 60_000], key(0))
  tx.objectStore('blocks').put([3, 120_000, 60_000, 2], key(1))
  tx.objectStore('blocks').put([6, 0, 60_000], key(2))
  tx.objectStore('blocks').put([blocks[3].bytes, 0, 200], key(3))
  tx.objectStore('blocks').put([blocks[4].bytes, 0, 200, 7], key(4))
  tx.objectStore('journal').put(packKeys([blocks[4].cid.multihash.bytes]), [7, 0])
  tx.objectStore('meta').put({ blocks: 5, bytes: 180_400, nextSession: 8 }, 'counters')
  await new Promise((resolve) => {
    tx.oncomplete = resolve
  })
  db.close()

  const store = await openPackedBlockstore(NAME, { indexedDB, compactInBackground: false })
  expect(await store.stat()).toEqual({ blocks: 4, bytes: 180_200 })
  await store.put(blocks[5].cid, blocks[5].bytes)
  await store.compact()
  expect([...(await storedBlocks(store)).values()].map((bytes) => bytes.byteLength).sort()).toEqual([
    200,
    200,
    60_000,
    60_000,
    60_000
  ])
  expect(await store.bytes(blocks[1].cid)).toEqual(blocks[1].bytes)
  expect(await store.bytes(blocks[2].cid)).toEqual(blocks[2].bytes)
  await store.close()
  expect(await inconsistencies(indexedDB, NAME)).toEqual([])
})

it('opens a repo of schema version 2', async () => {
  const indexedDB = newIndexedDB()
  const stores = ['blocks', 'segments', 'contents', 'usage', 'sparse', 'journal', 'meta']
  const db = await openDatabase(indexedDB, NAME, 2, async (db) => {
    stores.forEach((name) => db.createObjectStore(name))
  })
  const tx = db.transaction(stores, 'readwrite')
  const multihash = (i: number): Uint8Array<ArrayBuffer> => blocks[i].cid.multihash.bytes as Uint8Array<ArrayBuffer>
  tx.objectStore('segments').put(new Blob([blocks[0].bytes as BlobPart, blocks[1].bytes as BlobPart]), 3)
  tx.objectStore('contents').put(
    packEntries([0, 1].map((i) => ({ multihash: multihash(i), offset: i * 60_000, length: 60_000 }))),
    3
  )
  tx.objectStore('usage').put([120_000, 120_000], 3)
  tx.objectStore('blocks').put([3, 0, 60_000], multihash(0))
  tx.objectStore('blocks').put([3, 60_000, 60_000], multihash(1))
  tx.objectStore('blocks').put([blocks[3].bytes, 0, 200], multihash(3))
  tx.objectStore('meta').put({ blocks: 3, bytes: 120_200, nextSession: 8, nextSegment: 4 }, 'counters')
  await new Promise((resolve) => {
    tx.oncomplete = resolve
  })
  db.close()

  const store = await openPackedBlockstore(NAME, { indexedDB, compactInBackground: false })
  expect(await store.stat()).toEqual({ blocks: 3, bytes: 120_200 })
  expect(await store.bytes(blocks[1].cid)).toEqual(blocks[1].bytes)
  const more = testBlocks(2, 150_000, 80)
  const session = store.session()
  await session.put(more[0].cid, more[0].bytes)
  await session.commit()
  await store.put(more[1].cid, more[1].bytes)
  await store.remove([blocks[0].cid, blocks[1].cid, more[1].cid])
  expect([...(await storedBlocks(store)).values()].map((bytes) => bytes.byteLength).sort()).toEqual([150_000, 200])
  await store.close()
  expect(await inconsistencies(indexedDB, NAME)).toEqual([])
})

it('rejects a repo of a newer version, and does not change it', async () => {
  const indexedDB = newIndexedDB()
  const db = await openDatabase(indexedDB, NAME, 1000, async (db) => {
    db.createObjectStore('blocks')
  })
  db.close()
  await expect(openPackedBlockstore(NAME, { indexedDB })).rejects.toMatchObject({ name: 'VersionError' })
  const again = await openDatabase(indexedDB, NAME, 1000, async () => {
    throw new Error('it was changed')
  })
  again.close()
})

it('waits while another worker has the store open', async () => {
  const indexedDB = newIndexedDB()
  const locks = fakeLocks()
  const old = await openPackedBlockstore(NAME, { indexedDB, locks })
  let opened = false
  const opening = openPackedBlockstore(NAME, { indexedDB, locks }).then((store) => {
    opened = true
    return store
  })
  const other = await openPackedBlockstore('other', { indexedDB, locks })
  await old.put(blocks[0].cid, blocks[0].bytes)
  expect(opened).toBe(false)
  await old.close()
  const store = await opening
  expect(await store.has(blocks[0].cid)).toBe(true)
  await Promise.all([store.close(), other.close()])
})

it('stops waiting when the signal aborts, and then others can open the store', async () => {
  const indexedDB = newIndexedDB()
  const locks = fakeLocks()
  const old = await openPackedBlockstore(NAME, { indexedDB, locks })
  const controller = new AbortController()
  const waiting = openPackedBlockstore(NAME, { indexedDB, locks, signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  await old.close()
  await (await openPackedBlockstore(NAME, { indexedDB, locks })).close()
})
