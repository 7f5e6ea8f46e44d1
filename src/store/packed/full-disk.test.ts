import 'fake-indexeddb/auto'

import { expect, it } from 'vitest'
import { fakeDisk } from '../../testing/store/fake-disk.ts'
import { inconsistencies, inspect, storedBlocks } from '../../testing/store/packed-store.ts'
import { newIndexedDB, testBlocks } from '../../testing/store/store-fixtures.ts'
import { requestResult } from '../database/database.ts'
import { Quota } from '../quota/quota.ts'
import { openPackedBlockstore } from './open-packed-blockstore.ts'
import type { OpenPackedBlockstoreOptions } from './open-packed-blockstore.ts'
import type { PackedBlockstore } from './packed-blockstore.ts'
import { SEGMENTS } from './schema/schema.ts'

const disk = fakeDisk()
const small = testBlocks(40, 300)
const large = testBlocks(12, 90_000, 100)
const all = [...small, ...large]

async function openStore (indexedDB: IDBFactory, options: OpenPackedBlockstoreOptions = {}): Promise<PackedBlockstore> {
  return await openPackedBlockstore('test', { indexedDB, compactInBackground: false, quota: new Quota({}), ...options })
}

async function filled (): Promise<IDBFactory> {
  const indexedDB = newIndexedDB()
  const store = await openStore(indexedDB)

  for (const blocks of [all.slice(0, 46), all.slice(46)]) {
    const session = store.session()
    await Promise.all(blocks.map(async ({ cid, bytes }) => {
      await session.put(cid, bytes)
    }))
    await session.commit()
  }

  await store.flush()
  await store.close()
  return indexedDB
}

function statOf (blocks: typeof all): { blocks: number; bytes: number } {
  return { blocks: blocks.length, bytes: blocks.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) }
}

async function segments (indexedDB: IDBFactory): Promise<number> {
  return await inspect(
    indexedDB,
    'test',
    async (database) => await requestResult(database.read([SEGMENTS]).objectStore(SEGMENTS).count())
  )
}

it('opens and reads without writing anything', async () => {
  const indexedDB = await filled()
  Object.assign(disk, { room: 0, puts: 0 })
  const store = await openStore(indexedDB, { compactInBackground: true })
  expect((await storedBlocks(store)).size).toBe(all.length)
  expect(await store.stat()).toEqual(statOf(all))
  await store.close()
  expect(disk.puts).toBe(0)
})

it('removes blocks without room: removals are durable, and the counts are repaired when there is room', async () => {
  const indexedDB = await filled()
  disk.room = 0
  const store = await openStore(indexedDB)
  const gone = [...small.slice(0, 20), ...large.slice(0, 7)] // one segment completely, another one partly
  const rest = all.filter((block) => !gone.includes(block))
  const before = await segments(indexedDB)

  await store.remove(gone.map(({ cid }) => cid))
  expect(await segments(indexedDB)).toBeLessThan(before)
  expect([...(await storedBlocks(store)).values()].map(({ byteLength }) => byteLength).sort()).toEqual(
    rest.map(({ bytes }) => bytes.byteLength).sort()
  )
  expect(await store.stat()).toEqual(statOf(rest))
  await expect(store.put(gone[0].cid, gone[0].bytes)).rejects.toMatchObject({ name: 'QuotaExceededError' })
  await store.remove(rest.slice(0, 3).map(({ cid }) => cid))
  expect(await store.stat()).toEqual(statOf(rest.slice(3)))

  disk.room = Infinity
  await store.put(gone[0].cid, gone[0].bytes)
  await store.tidy()
  expect(await store.stat()).toEqual(statOf([gone[0], ...rest.slice(3)]))
  await store.close()
  expect(await inconsistencies(indexedDB, 'test')).toEqual([])
})

it('knows after a kill that the counts are out of date', async () => {
  const indexedDB = await filled()
  disk.room = 0
  const store = await openStore(indexedDB)
  await store.remove(all.slice(10).map(({ cid }) => cid))
  await store.close()

  const full = await openStore(indexedDB, { compactInBackground: true })
  expect(await full.stat()).toEqual(statOf(all.slice(0, 10)))
  await full.close()
  expect(await inconsistencies(indexedDB, 'test')).not.toEqual([])

  disk.room = Infinity
  const again = await openStore(indexedDB)
  expect(await again.stat()).toEqual(statOf(all.slice(0, 10)))
  await again.flush()
  await again.close()
  expect(await inconsistencies(indexedDB, 'test')).toEqual([])
})

it('does not treat a segment with unknown usage as empty', async () => {
  const indexedDB = await filled()
  const store = await openStore(indexedDB)
  const [first, ...others] = large.slice(0, 6)
  // Sparse, and then without room: its usage is unknown.
  await store.remove(others.slice(0, 4).map(({ cid }) => cid))
  disk.room = 0
  await store.remove([others[4].cid])
  disk.room = Infinity
  await store.compact()
  expect(await store.bytes(first.cid)).toEqual(first.bytes)
  await store.tidy()
  await store.close()
  expect(await inconsistencies(indexedDB, 'test')).toEqual([])
})

it('rolls back an add that fails for lack of room, without room', async () => {
  const indexedDB = await filled()
  const store = await openStore(indexedDB)
  const fresh = testBlocks(2100, 300, 1000)
  const session = store.session()

  for (const { cid, bytes } of fresh.slice(0, 1024)) {
    await session.put(cid, bytes) // a group of its own, which is written
  }

  await store.flush()
  expect((await store.stat()).blocks).toBe(all.length + 1024)
  disk.room = 0
  await Promise.allSettled(
    fresh.slice(1024).map(async ({ cid, bytes }) => {
      await session.put(cid, bytes)
    })
  )
  await expect(session.commit()).rejects.toMatchObject({ name: 'QuotaExceededError' })
  await session.rollback()
  expect(await store.stat()).toEqual(statOf(all))
  await store.close()
  disk.room = Infinity

  const again = await openStore(indexedDB)
  await again.tidy()
  await again.close()
  expect(await inconsistencies(indexedDB, 'test')).toEqual([])
})

it('rolls back later if there is no room for it, and does not affect other blocks meanwhile', async () => {
  const indexedDB = await filled()
  const store = await openStore(indexedDB)
  const [shared, own] = testBlocks(2, 300, 2000)
  const [first, second] = [store.session(), store.session()]

  for (const session of [first, second]) {
    await session.put(shared.cid, shared.bytes)
    await store.flush()
  }

  await first.put(own.cid, own.bytes)
  await store.flush()
  disk.room = 0
  await first.rollback()
  await second.rollback()
  expect(await store.has(shared.cid)).toBe(true)

  disk.room = Infinity
  await store.put(shared.cid, shared.bytes)
  await store.tidy()
  expect([await store.has(shared.cid), await store.has(own.cid)]).toEqual([true, false])
  await store.flush()
  await store.close()
  expect(await inconsistencies(indexedDB, 'test')).toEqual([])
})

it('opens if a kill left sessions behind and there is no room', async () => {
  const indexedDB = await filled()
  const store = await openStore(indexedDB)
  const fresh = testBlocks(10, 300, 3000)
  const session = store.session()
  await Promise.all(fresh.map(async ({ cid, bytes }) => {
    await session.put(cid, bytes)
  }))
  await store.flush()
  await store.close() // the session is never ended

  disk.room = 0
  const again = await openStore(indexedDB)
  expect(await again.has(fresh[0].cid)).toBe(false)
  expect(await again.stat()).toEqual(statOf(all))
  await again.close()
  disk.room = Infinity
  const last = await openStore(indexedDB)
  await last.tidy()
  await last.close()
  expect(await inconsistencies(indexedDB, 'test')).toEqual([])
})

it('releases the ballast first, and counts as usual then', async () => {
  const indexedDB = await filled()
  let asked = 0
  const store = await openStore(indexedDB, {
    makeRoom: async () => {
      asked++
      disk.room = Infinity
      return true
    }
  })
  disk.room = 0
  await store.remove(small.map(({ cid }) => cid))
  expect(asked).toBe(1)
  await store.close()
  expect(await inconsistencies(indexedDB, 'test')).toEqual([])
})

it.each([[true, 1], [false, 0]])(
  'releases the ballast only for writes that allow a removal: %s',
  async (makesRoom, times) => {
    const indexedDB = await filled()
    const reserve = { isSpent: false, restore: async () => false, make: async () => {} }
    let asked = 0
    const store = await openStore(indexedDB, {
      quota: new Quota({}, undefined, reserve),
      makeRoom: async () => {
        asked++
        reserve.isSpent = true
        disk.room = Infinity
        return asked === 1
      }
    })
    const [one, two] = testBlocks(2, 90_001, 500)

    async function bring ({ cid, bytes }: typeof one): Promise<void> {
      const session = store.session({ makesRoom })

      try {
        await session.put(cid, bytes)
        await session.capabilities.marking!.commitWith('mark')
      } catch (err) {
        await session.rollback()
        throw err
      }
    }

    disk.room = 0
    const all = makesRoom ? [one, two] : []

    if (makesRoom) {
      await bring(one)
      // The released ballast is reserved for such writes.
      await bring(two)
      await expect(store.put(small[0].cid, small[0].bytes)).rejects.toThrow('no space left for blocks')
    } else {
      await expect(bring(one)).rejects.toMatchObject({ name: 'QuotaExceededError' })
      disk.room = Infinity
    }

    expect(asked).toBe(times)
    expect((await storedBlocks(store)).size).toBe(40 + 12 + all.length)
    await store.close()
    expect(await inconsistencies(indexedDB, 'test')).toEqual([])
  }
)
