import 'fake-indexeddb/auto'

import { MemoryDatastore } from 'datastore-core'
import { expect, it, vi } from 'vitest'
import { testBlocks } from '../../testing/store/store-fixtures.ts'
import { IdbBlockstore } from './idb-blockstore.ts'

const blocks = testBlocks(6, 3000)
let count = 0

it('rolls back the sessions that a kill left open, and counts again', async () => {
  const [name, datastore] = [`idb-${count++}`, new MemoryDatastore()]
  const killed = await IdbBlockstore.open(name, datastore)
  await killed.put(blocks[0].cid, blocks[0].bytes)
  const [open, committed] = [killed.session(), killed.session()]

  for (const { cid, bytes } of blocks.slice(0, 5)) {
    await open.put(cid, bytes)
  }

  await committed.put(blocks[1].cid, blocks[1].bytes)
  await committed.commit()
  await killed.put(blocks[2].cid, blocks[2].bytes)
  // Simulates a kill with open sessions: nothing is flushed or closed.

  const store = await IdbBlockstore.open(name, datastore)
  expect(await Promise.all(blocks.map(async ({ cid }) => await store.has(cid)))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false
  ])
  expect(await store.stat()).toEqual({ blocks: 3, bytes: 9000 })
  await store.close()

  const clean = await IdbBlockstore.open(name, datastore)
  expect(await clean.stat()).toEqual({ blocks: 3, bytes: 9000 })
  await clean.close()
})

it('reports a full disk by name', async () => {
  const store = await IdbBlockstore.open(`idb-${count++}`, new MemoryDatastore())
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('no room', 'QuotaExceededError')
  }

  try {
    const session = store.session()
    await session.put(blocks[0].cid, blocks[0].bytes)
    await expect(session.commit()).rejects.toMatchObject({ name: 'QuotaExceededError' })
    await session.rollback()
    await expect(store.put(blocks[0].cid, blocks[0].bytes)).rejects.toMatchObject({ name: 'QuotaExceededError' })
  } finally {
    IDBObjectStore.prototype.put = put
  }

  expect(await store.stat()).toEqual({ blocks: 0, bytes: 0 })
  await store.close()
})

it('fails to open if the browser does not answer, and opens at the next try', async () => {
  const [name, datastore] = [`idb-${count++}`, new MemoryDatastore()]
  const { open } = indexedDB
  let asked = 0
  // The second request is the one of the package.
  indexedDB.open = (...args) =>
    ++asked === 1 ? open.apply(indexedDB, args) : new (IDBOpenDBRequest as unknown as new() => IDBOpenDBRequest)()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  try {
    const opening = expect(IdbBlockstore.open(name, datastore)).rejects.toMatchObject({ name: 'NoAnswerError' })
    await vi.waitFor(() => {
      expect(asked).toBe(2)
    })
    await vi.advanceTimersByTimeAsync(60_000)
    await opening
  } finally {
    vi.useRealTimers()
    indexedDB.open = open
  }

  const store = await IdbBlockstore.open(name, datastore)
  await store.put(blocks[0].cid, blocks[0].bytes)
  await store.close()
})
