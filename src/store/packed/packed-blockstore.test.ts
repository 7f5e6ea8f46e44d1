import 'fake-indexeddb/auto'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inconsistencies, inspect, segmentCount, storedBlocks } from '../../testing/store/packed-store.ts'
import { newIndexedDB, testBlocks } from '../../testing/store/store-fixtures.ts'
import type { Block, WriteSession } from '../blockstore/blockstore.ts'
import { Quota } from '../quota/quota.ts'
import { openPackedBlockstore } from './open-packed-blockstore.ts'
import type { OpenPackedBlockstoreOptions } from './open-packed-blockstore.ts'
import type { PackedBlockstore } from './packed-blockstore.ts'
import { PAGES, SEGMENTS } from './schema/schema.ts'
import type { SegmentHandle } from './schema/schema.ts'

const NAME = 'test'
const big = testBlocks(32, 100_000)

let indexedDB: IDBFactory
let store: PackedBlockstore

async function openStore (options: OpenPackedBlockstoreOptions = {}): Promise<PackedBlockstore> {
  return await openPackedBlockstore(NAME, { indexedDB, compactInBackground: false, ...options })
}

async function putAll (session: WriteSession, blocks: Block[]): Promise<void> {
  for (const { cid, bytes } of blocks) {
    await session.put(cid, bytes)
  }
}

async function writeBlocks (blocks: Block[]): Promise<void> {
  const session = store.session()
  await putAll(session, blocks)
  await session.commit()
}

/** Returns the durabilities of the transactions during some work. */
async function durabilities (work: () => Promise<unknown>): Promise<Array<IDBTransactionDurability | undefined>> {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await work()
  const written = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite').map(([, , options]) =>
    options?.durability
  )
  transaction.mockRestore()
  return written
}

async function replaceSegment (segment: number, value: Blob | undefined): Promise<void> {
  await inspect(indexedDB, NAME, async (database) => {
    await database.write('test', [SEGMENTS], 'strict', async (tx) => {
      if (value == null) {
        tx.objectStore(SEGMENTS).delete(segment)
      } else {
        tx.objectStore(SEGMENTS).put(value, segment)
      }
    })
  })
}

async function reopen (options: OpenPackedBlockstoreOptions = {}): Promise<void> {
  await store.close()
  store = await openStore(options)
}

beforeEach(async () => {
  indexedDB = newIndexedDB()
  store = await openStore()
})

afterEach(async () => {
  await store.close()
  vi.restoreAllMocks()
  expect(await inconsistencies(indexedDB, NAME)).toEqual([])
})

it('lets sessions that end during a write share a transaction, and each gets its own outcome', async () => {
  const blocks = testBlocks(8, 200)
  const written = await durabilities(async () => {
    await Promise.all(blocks.map(async (block) => {
      await writeBlocks([block])
    }))
  })
  expect(written.length).toBeLessThan(4)
  expect(await store.stat()).toEqual({ blocks: 8, bytes: 1600 })
  await reopen()
  expect((await storedBlocks(store)).size).toBe(8)
  await reopen({ quota: new Quota({ estimate: async () => ({ usage: 0, quota: 1000 }) }) })
  const ends = await Promise.allSettled(
    testBlocks(4, 300, 100).map(async (block) => {
      await writeBlocks([block])
    })
  )
  expect(ends.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
})

it('answers for recently read blocks without a lookup, until they are deleted', async () => {
  const [small] = testBlocks(1, 200)
  await writeBlocks([small, ...big])
  await reopen()
  for (const { cid } of [small, big[0]]) {
    await store.bytes(cid)
  }
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  for (const { cid, bytes } of [small, big[0]]) {
    expect([await store.size(cid), await store.has(cid)]).toEqual([bytes.length, true])
  }
  expect(transaction).not.toHaveBeenCalled()
  transaction.mockRestore()
  await store.remove([small.cid, big[0].cid])
  for (const { cid } of [small, big[0]]) {
    expect([await store.size(cid), await store.has(cid)]).toEqual([undefined, false])
  }
})

describe('writes', () => {
  it('pack many blocks into one segment, and small ones into records', async () => {
    await writeBlocks([...big, ...testBlocks(100, 500, 1000)])
    expect(await segmentCount(indexedDB, NAME)).toBe(1)
    await writeBlocks(testBlocks(100, 600, 2000))
    expect(await segmentCount(indexedDB, NAME)).toBe(1)
  })

  it('omit blocks from a prepared segment that are stored already', async () => {
    await writeBlocks(big.slice(4, 12))
    await writeBlocks([...big, ...testBlocks(3, 300_000, 1000)])
    expect(await segmentCount(indexedDB, NAME)).toBe(2)
    expect(await store.stat()).toEqual({ blocks: 35, bytes: 4_100_000 })
    await reopen()
    for (const { cid, bytes } of big) {
      expect(Buffer.compare(await store.bytes(cid), bytes)).toBe(0)
    }
    expect(
      (await store.blob(
        big.map(({ cid, bytes }) => ({ cid, size: bytes.byteLength, start: 0, end: bytes.byteLength }))
      ))?.size
    ).toBe(3_200_000)
  })

  it.each([
    [{}, 1],
    [{ blocks: 10 }, 4],
    [{ bytes: 1_000_000 }, 4],
    [{ blocks: 10, bytes: 800_001 }, 4],
    [{ blocks: 1_000_000, bytes: 1e12 }, 1]
  ])('respect the limits of a session: %j', async (bounds, segments) => {
    const session = store.session(bounds)
    await putAll(session, big)
    await session.commit()
    expect(await segmentCount(indexedDB, NAME)).toBe(segments)
  })

  it('store a block once, however often it is put', async () => {
    await writeBlocks(big)
    await writeBlocks(big)
    await Promise.all(big.map(async ({ cid, bytes }) => await store.put(cid, bytes)))
    expect(await segmentCount(indexedDB, NAME)).toBe(1)
    expect(await store.stat()).toEqual({ blocks: 32, bytes: 3_200_000 })
  })

  it('apply backpressure to fast producers, with at most two groups in flight', async () => {
    let active = 0
    const seen: number[] = []
    await reopen({
      onTransaction: (step) => {
        active += Number(step === 'begin') - Number(step === 'done')
        seen.push(active)
      }
    })
    const session = store.session()
    let waited = 0

    for (const { cid, bytes } of testBlocks(48, 1024 * 1024, 500)) {
      const put = session.put(cid, bytes)
      // A put with room resolves in the same task.
      const first = await Promise.race([
        put.then(() => 'put'),
        new Promise((resolve) => {
          setTimeout(resolve, 0)
        }).then(() => 'task')
      ])
      waited += first === 'task' ? 1 : 0
      await put
    }

    await session.commit()
    expect(Math.max(...seen)).toBe(2)
    expect(waited).toBeGreaterThan(0)
  })
})

describe('reads', () => {
  beforeEach(async () => {
    await writeBlocks(big)
    await reopen()
  })

  it('in order load one segment at a time', async () => {
    const arrayBuffer = vi.spyOn(Blob.prototype, 'arrayBuffer')

    for (const { cid, bytes } of big) {
      expect(Buffer.compare(await store.bytes(cid), bytes)).toBe(0)
    }

    expect(arrayBuffer.mock.calls.length).toBeLessThan(4)
  })

  it('return no deleted block from read-ahead data', async () => {
    await store.bytes(big[0].cid)
    await store.bytes(big[1].cid)
    await store.delete(big[2].cid)
    expect(await store.has(big[2].cid)).toBe(false)
    await expect(store.bytes(big[2].cid)).rejects.toMatchObject({ name: 'NotFoundError' })

    await reopen()
    await store.bytes(big[0].cid)
    const reading = store.bytes(big[1].cid)
    await Promise.all([reading, store.delete(big[4].cid)])
    await expect(store.bytes(big[4].cid)).rejects.toMatchObject({ name: 'NotFoundError' })
    await reopen()
    await store.bytes(big[0].cid)
    await store.bytes(big[1].cid)
    expect(await store.has(big[2].cid)).toBe(false)
  })

  it("survive the transfer of a block's buffer", async () => {
    await store.bytes(big[0].cid)
    const bytes = await store.bytes(big[1].cid)
    structuredClone(bytes, { transfer: [bytes.buffer as ArrayBuffer] })
    expect(Buffer.compare(await store.bytes(big[2].cid), big[2].bytes)).toBe(0)
  })
})

describe('compaction', () => {
  it('frees the space of deleted blocks, and keeps the others', async () => {
    await writeBlocks(big)
    await writeBlocks(testBlocks(4, 90_000, 700))
    await store.remove(big.slice(4).map(({ cid }) => cid))
    await store.bytes(big[1].cid)
    await store.compact()
    const sizes = await inspect(indexedDB, NAME, async (database) => {
      return await new Promise<SegmentHandle[]>((resolve) => {
        const request = database.read([SEGMENTS]).objectStore(SEGMENTS).getAll()
        request.onsuccess = () => {
          resolve(request.result)
        }
      })
    })
    expect(sizes.map((handle) => typeof handle === 'number' ? handle : handle.size).sort()).toEqual([360_000, 400_000])
    expect(Buffer.compare(await store.bytes(big[1].cid), big[1].bytes)).toBe(0)
    expect((await storedBlocks(store)).size).toBe(8)
  })

  it('leaves blocks that a session may still roll back', async () => {
    const session = store.session()
    await putAll(session, big)
    await store.flush()
    await store.remove(big.slice(4).map(({ cid }) => cid))
    await store.compact()
    await session.rollback()
    expect(await store.stat()).toEqual({ blocks: 0, bytes: 0 })
  })

  it('does not restore blocks that are deleted meanwhile', async () => {
    await writeBlocks(big)
    await store.remove(big.slice(4).map(({ cid }) => cid))
    await Promise.all([store.compact(), store.delete(big[0].cid), store.put(big[9].cid, big[9].bytes)])
    expect([...(await storedBlocks(store)).values()].length).toBe(4)
    expect(await store.has(big[0].cid)).toBe(false)
  })

  it('leaves a damaged segment alone', async () => {
    await writeBlocks(big)
    await store.remove(big.slice(4).map(({ cid }) => cid))
    await writeBlocks(testBlocks(4, 90_000, 700))
    await reopen()
    await replaceSegment(1, new Blob([big[0].bytes as BlobPart]))
    await store.compact()
    expect(await store.has(big[3].cid)).toBe(true)
    await expect(store.bytes(big[3].cid)).rejects.toMatchObject({ name: 'DamagedBlockError' })
    await store.remove(big.slice(0, 4).map(({ cid }) => cid))
  })

  it('runs by itself after a delete', async () => {
    await writeBlocks(big)
    await reopen({ compactInBackground: true })
    await store.remove(big.slice(1).map(({ cid }) => cid))
    await vi.waitFor(async () => {
      expect(await store.bytes(big[0].cid)).toEqual(big[0].bytes)
    })
    await store.compact()
    expect(await segmentCount(indexedDB, NAME)).toBe(1)
  })
})

describe('a damaged segment', () => {
  it.each([
    ['cut short', new Blob([big[0].bytes as BlobPart])],
    ['gone', undefined]
  ])('that is %s only affects its own blocks, and putting them again repairs them', async (_, value) => {
    const others = testBlocks(4, 90_000, 700)
    await writeBlocks(big)
    await writeBlocks(others)
    await reopen()
    await replaceSegment(1, value)

    const bad = big[5]
    expect(await store.has(bad.cid)).toBe(true)
    await expect(store.bytes(bad.cid)).rejects.toMatchObject({
      name: 'DamagedBlockError',
      message: expect.stringContaining(bad.cid.toString())
    })
    const read: Block[] = []
    await expect((async () => {
      for await (const block of store.bytesMany([others[0], others[1], bad, others[2]].map(({ cid }) => cid))) {
        read.push(block)
      }
    })()).rejects.toMatchObject({ name: 'DamagedBlockError' })
    expect(read).toEqual(others.slice(0, 2))

    await store.remove(big.map(({ cid }) => cid))
    await writeBlocks(big)
    expect(await store.bytes(bad.cid)).toEqual(bad.bytes)
    expect(await store.bytes(others[3].cid)).toEqual(others[3].bytes)
  })
})

describe('a segment in pages', () => {
  const lone = testBlocks(3, 200_000, 90)

  async function handles (): Promise<unknown[]> {
    return await inspect(indexedDB, NAME, async (database) => {
      const request = database.read([SEGMENTS]).objectStore(SEGMENTS).getAll()
      return await new Promise((resolve) => {
        request.onsuccess = () => {
          resolve(request.result)
        }
      })
    })
  }

  beforeEach(async () => {
    await store.put(lone[0].cid, lone[0].bytes)
    await writeBlocks(lone.slice(1))
    await reopen()
  })

  it('is used for writes of few blocks, complete or partial', async () => {
    expect(await handles()).toEqual([200_000, 400_000])

    for (const { cid, bytes } of lone) {
      expect(Buffer.compare(await store.bytes(cid), bytes)).toBe(0)
      expect(await store.size(cid)).toBe(200_000)
    }

    expect((await storedBlocks(store)).size).toBe(3)
  })

  it('needs no sync of its own outside of a session', async () => {
    expect(
      await durabilities(async () => {
        await store.put(big[0].cid, big[0].bytes)
      })
    ).toEqual(['relaxed'])
  })

  it.each([
    ['gone', undefined],
    ['cut short', new Uint8Array(100)]
  ])('of which a page is %s only affects the blocks on it', async (_, value) => {
    await inspect(indexedDB, NAME, async (database) => {
      await database.write('test', [PAGES], 'strict', async (tx) => {
        // The second block of the second segment begins on page 3.
        if (value == null) {
          tx.objectStore(PAGES).delete([2, 5])
        } else {
          tx.objectStore(PAGES).put(value, [2, 5])
        }
      })
    })
    expect(await store.bytes(lone[0].cid)).toEqual(lone[0].bytes)
    expect(await store.bytes(lone[1].cid)).toEqual(lone[1].bytes)
    await expect(store.bytes(lone[2].cid)).rejects.toMatchObject({ name: 'DamagedBlockError' })
    await store.remove(lone.slice(1).map(({ cid }) => cid))
    await writeBlocks(lone.slice(1))
    expect(await store.bytes(lone[2].cid)).toEqual(lone[2].bytes)
  })

  it('is deleted with its last block, and is compacted with others', async () => {
    await store.remove([lone[0].cid])
    expect(await handles()).toEqual([400_000])
    await writeBlocks(testBlocks(5, 100_000, 300))
    await store.remove([...testBlocks(4, 100_000, 300), lone[1]].map(({ cid }) => cid))
    await store.compact()
    expect((await storedBlocks(store)).size).toBe(2)
    expect(await store.bytes(lone[2].cid)).toEqual(lone[2].bytes)
  })
})

describe('a full disk', () => {
  let full = false
  const hook = (step: string, label: string): void => {
    if (full && step === 'commit' && label !== 'delete') {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  }

  beforeEach(async () => {
    full = false
    await writeBlocks(big.slice(0, 4))
    await reopen({ onTransaction: hook })
  })

  it('fails a put with its error name, and loses nothing', async () => {
    full = true
    await expect(store.put(big[9].cid, big[9].bytes)).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect(await store.has(big[9].cid)).toBe(false)
    expect((await storedBlocks(store)).size).toBe(4)
    full = false
    await store.put(big[9].cid, big[9].bytes)
    expect((await storedBlocks(store)).size).toBe(5)
  })

  it('fails a session, which can then be rolled back', async () => {
    const session = store.session()
    await putAll(session, big.slice(0, 10))
    await store.flush()
    full = true
    await putAll(session, big.slice(10))
    await expect(session.commit()).rejects.toMatchObject({ name: 'QuotaExceededError' })
    await expect(session.put(big[1].cid, big[1].bytes)).rejects.toMatchObject({ name: 'QuotaExceededError' })
    full = false
    await session.rollback()
    expect((await storedBlocks(store)).size).toBe(4)
  })

  it('is detected before a write, with the free bytes in the message', async () => {
    const free = 5 * 1024 * 1024
    await reopen({ quota: new Quota({ estimate: async () => ({ usage: 0, quota: free }) }) })
    await expect(store.put(big[9].cid, big[9].bytes)).resolves.toBe(big[9].cid)
    const session = store.session()
    await putAll(session, big)
    await expect(session.commit()).rejects.toMatchObject({
      name: 'QuotaExceededError',
      message: expect.stringContaining(String(free))
    })
    await session.rollback()
    await store.remove([big[9].cid])
    expect((await storedBlocks(store)).size).toBe(4)
  })

  it('does not prevent opening, and failed rollbacks are repeated later', async () => {
    await putAll(store.session(), big)
    await store.flush()
    full = true
    await reopen({ onTransaction: hook })
    expect(Buffer.compare(await store.bytes(big[0].cid), big[0].bytes)).toBe(0)
    full = false
    // This put adds a block of the session that is not rolled back yet.
    await store.put(big[8].cid, big[8].bytes)
    await reopen()
    expect((await storedBlocks(store)).size).toBe(5)
  })
})

describe('a block that two sessions put one after the other', () => {
  it('is always readable when the later one is rolled back before the first is written', async () => {
    let open: () => void = () => {}
    const room = new Promise<void>((resolve) => {
      open = resolve
    })
    await reopen({
      quota: Object.assign(new Quota(), {
        take: () => false,
        ensure: async () => {
          await room
        }
      })
    })
    const [block] = big
    const [first, second] = [store.session(), store.session()]
    await putAll(first, [block])
    const committed = first.commit()
    await putAll(second, [block])
    const undone = second.rollback()
    expect(await store.has(block.cid)).toBe(true)
    expect(Buffer.compare(await store.bytes(block.cid), block.bytes)).toBe(0)
    open()
    await Promise.all([committed, undone])
    expect(await store.has(block.cid)).toBe(true)
  })
})

describe('durability', () => {
  const [a, b] = testBlocks(2, 1000)

  async function prepared (blocks: Block[]): Promise<void> {
    const session = store.session()
    await putAll(session, blocks)
    await session.prepare()
    await session.commit()
  }

  it.each<[OpenPackedBlockstoreOptions['sync'], Array<IDBTransactionDurability>, Array<IDBTransactionDurability>]>([
    [undefined, ['relaxed'], ['strict', 'relaxed']],
    ['pinned', ['relaxed'], ['strict', 'relaxed']],
    [true, ['strict'], ['strict', 'relaxed']],
    [false, ['relaxed'], ['relaxed', 'relaxed']]
  ])('is configured by the spec: %s', async (sync, alone, recorded) => {
    await reopen({ sync })
    expect(
      await durabilities(async () => {
        await writeBlocks([a])
      })
    ).toEqual(alone)
    // The second transaction deletes the journal.
    expect(
      await durabilities(async () => {
        await prepared([b])
      })
    ).toEqual(recorded)
  })

  it('extends to blocks of others if something is recorded, with one sync', async () => {
    await writeBlocks([a])
    expect(
      await durabilities(async () => {
        await prepared([])
      })
    ).toEqual(['strict'])
    expect(
      await durabilities(async () => {
        await prepared([])
      })
    ).toEqual([])
  })

  it('is reached when the node is idle', async () => {
    expect(store.background()).toBeUndefined()
    await writeBlocks([a])
    expect(
      await durabilities(async () => {
        await store.background()
      })
    ).toEqual(['strict'])
    expect(store.background()).toBeUndefined()
  })
})
