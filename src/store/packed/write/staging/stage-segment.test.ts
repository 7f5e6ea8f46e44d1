import 'fake-indexeddb/auto'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inconsistencies, segmentCount, storedBlocks } from '../../../../testing/store/packed-store.ts'
import { leafBlock, newIndexedDB, testBlock, testBlocks } from '../../../../testing/store/store-fixtures.ts'
import type { Block, WriteSession } from '../../../blockstore/blockstore.ts'
import { Quota } from '../../../quota/quota.ts'
import { openPackedBlockstore } from '../../open-packed-blockstore.ts'
import type { PackedBlockstore } from '../../packed-blockstore.ts'

const blocks = testBlocks(8, 100_000)

let indexedDB: IDBFactory
let store: PackedBlockstore

async function openStore (options = {}): Promise<void> {
  store = await openPackedBlockstore('test', { indexedDB, compactInBackground: false, ...options })
}

beforeEach(async () => {
  indexedDB = newIndexedDB()
  await openStore()
})

afterEach(async () => {
  await store.close()
  expect(await inconsistencies(indexedDB, 'test')).toEqual([])
})

function blobOf (blocks: Block[]): Blob {
  return new Blob(blocks.map(({ bytes }) => bytes as Uint8Array<ArrayBuffer>))
}

async function staged (session: WriteSession, content: Blob): Promise<Uint8Array> {
  const read = await session.capabilities.staging!.stage(content)
  return await read!()
}

async function putParts (session: WriteSession, kept: Uint8Array, blocks: Block[]): Promise<void> {
  let at = 0
  for (const { cid, bytes } of blocks) {
    await session.put(cid, kept.subarray(at, at += bytes.length))
  }
}

async function expectAll (blocks: Block[]): Promise<void> {
  const found = await storedBlocks(store)
  expect(found.size).toBe(blocks.length)
  for (const { cid, bytes } of blocks) {
    expect(Buffer.compare(await store.bytes(cid), bytes)).toBe(0)
  }
}

it('stores the bytes once, and the blocks refer to them', async () => {
  const session = store.session()
  const kept = await staged(session, blobOf(blocks))
  await putParts(session, kept, blocks)
  expect(Buffer.compare(await store.bytes(blocks[3].cid), blocks[3].bytes)).toBe(0)
  await session.commit()
  expect(await segmentCount(indexedDB, 'test')).toBe(1)
  await expectAll(blocks)
  expect(await store.stat()).toEqual({ blocks: 8, bytes: 800_000 })
  await store.close()
  await openStore()
  await expectAll(blocks)
})

it('stores only the content of leaves, and returns whole blocks', async () => {
  const leaves = blocks.map(({ bytes }) => leafBlock(bytes))
  const session = store.session()
  const kept = await staged(session, blobOf(blocks))
  for (const [i, { cid }] of leaves.entries()) {
    await session.capabilities.staging!.putPayload(cid, kept.subarray(i * 100_000, (i + 1) * 100_000))
  }
  await session.commit()
  expect(await segmentCount(indexedDB, 'test')).toBe(1)
  await store.close()
  await openStore()
  // One by one, like a file read with read-ahead, then together.
  for (const { cid, bytes } of leaves) {
    expect(Buffer.compare(await store.bytes(cid), bytes)).toBe(0)
  }
  await expectAll(leaves)
  expect(await store.size(leaves[0].cid)).toBe(leaves[0].bytes.length)
  expect(await store.stat()).toEqual({ blocks: 8, bytes: 8 * leaves[0].bytes.length })

  // Their contents are one stretch of the file. With frames they are not.
  const size = leaves[0].content.length
  const parts = leaves.map(({ cid }) => ({ cid, size, start: 0, end: size, isContent: true }))
  const file = await store.blob(parts)
  expect(Buffer.compare(new Uint8Array(await file!.arrayBuffer()), new Uint8Array(await blobOf(blocks).arrayBuffer())))
    .toBe(0)
  expect(await store.blob(leaves.map(({ cid, bytes: { length } }) => ({ cid, size: length, start: 0, end: length }))))
    .toBe(undefined)

  // Compaction copies the remaining content without frames.
  await store.remove(leaves.slice(1).map(({ cid }) => cid))
  await store.compact()
  await expectAll(leaves.slice(0, 1))
})

it('accepts leaves by content that was not staged, and returns them before and after the write', async () => {
  const leaves = [4, 5000, 20_000, 300_000].map((size, i) => leafBlock(testBlock(i, size).bytes))
  const session = store.session()
  for (const { cid, content } of leaves) {
    await session.capabilities.staging!.putPayload(cid, content)
  }
  for (const { cid, bytes } of leaves) {
    expect(Buffer.compare(await store.bytes(cid), bytes)).toBe(0)
  }
  await session.commit()
  await expectAll(leaves)
  expect(await store.stat()).toEqual({ blocks: 4, bytes: leaves.reduce((sum, { bytes }) => sum + bytes.length, 0) })
})

it('deletes bytes without any block', async () => {
  const session = store.session()
  await session.capabilities.staging!.stage(blobOf(blocks))
  await session.put(blocks[0].cid, blocks[0].bytes)
  await session.commit()
  expect(await segmentCount(indexedDB, 'test')).toBe(1)
  await expectAll([blocks[0]])
})

it('writes a part of it separately in another session, and keeps it if the first is rolled back', async () => {
  const [first, other] = [store.session(), store.session()]
  const kept = await staged(first, blobOf(blocks))
  await putParts(other, kept, blocks.slice(0, 4))
  await first.rollback()
  await other.commit()
  await expectAll(blocks.slice(0, 4))
})

it('keeps blocks that another session has put too, if the first is rolled back', async () => {
  const [first, other] = [store.session(), store.session()]
  const kept = await staged(first, blobOf(blocks))
  await putParts(first, kept, blocks)
  await putParts(other, kept, blocks.slice(0, 4))
  await store.flush()
  await first.rollback()
  await other.commit()
  await expectAll(blocks.slice(0, 4))
  await store.compact()
  await expectAll(blocks.slice(0, 4))
})

it('is compacted if most of it is gaps', async () => {
  const session = store.session()
  const kept = await staged(session, blobOf(blocks))
  await putParts(session, kept, blocks.slice(0, 1))
  await session.commit()
  await store.compact()
  await expectAll([blocks[0]])
})

it('pauses staging if all blocks exist already, and deletes the staged bytes', async () => {
  const first = store.session()
  await putParts(first, await staged(first, blobOf(blocks)), blocks)
  await first.commit()

  const again = store.session()
  const answers: boolean[] = []
  let most = 0

  for (let i = 0; i < 120; i++) {
    const kept = await (await again.capabilities.staging!.stage(blobOf(blocks)))?.()
    answers.push(kept != null)
    await putParts(again, kept ?? new Uint8Array(await blobOf(blocks).arrayBuffer()), blocks)
    most = Math.max(most, await segmentCount(indexedDB, 'test'))
  }

  expect(answers.filter(Boolean).length).toBeLessThan(40)
  expect(answers.lastIndexOf(true)).toBeGreaterThan(60)
  expect(most).toBeLessThan(18)
  await again.commit()
  expect(await segmentCount(indexedDB, 'test')).toBe(1)
  await expectAll(blocks)
})

it('rejects bytes without room, and the session stays usable', async () => {
  await store.close()
  await openStore({ quota: new Quota({ estimate: async () => ({ usage: 0, quota: 5_000_000 }) }) })
  const session = store.session()
  await expect(session.capabilities.staging!.stage(new Blob([new Uint8Array(2_000_000)]))).rejects.toMatchObject({
    name: 'QuotaExceededError'
  })
  await session.put(blocks[0].cid, blocks[0].bytes)
  await session.commit()
  await expectAll([blocks[0]])
})

it('stores several contents together, and only fails those that cannot be stored', async () => {
  const session = store.session()
  const contents = blocks.map((block) => blobOf([block]))
  await session.capabilities.staging!.stage(new Blob(['first']))
  const put = IDBObjectStore.prototype.put
  const putting = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(
    function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      if (value === contents[2]) {
        throw new DOMException('it is gone', 'NotReadableError')
      }
      return put.call(this, value, key)
    }
  )
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const staging = await Promise.allSettled(
    contents.map(async (content) => await session.capabilities.staging!.stage(content))
  )
  const writes =
    transaction.mock.calls.filter(([stores, mode]) => mode === 'readwrite' && String(stores) === 'segments').length
  putting.mockRestore()
  transaction.mockRestore()
  expect(staging.map(({ status }) => status)).toEqual(blocks.map((_, i) => i === 2 ? 'rejected' : 'fulfilled'))
  expect(staging[2]).toMatchObject({ reason: { name: 'NotReadableError' } })
  // Four that fail together and then one by one, and the other four.
  expect(writes).toBe(1 + 4 + 1)

  for (const [i, one] of staging.entries()) {
    if (one.status === 'fulfilled') {
      await session.put(blocks[i].cid, await one.value!())
    }
  }

  await session.commit()
  await expectAll(blocks.filter((_, i) => i !== 2))
})

it('stores as many concurrent contents as there is room for', async () => {
  await store.close()
  await openStore({ quota: new Quota({ estimate: async () => ({ usage: 0, quota: 4 * 1024 * 1024 + 250_000 }) }) })
  const session = store.session()
  const staging = await Promise.allSettled(
    [300_000, 100_000, 300_000].map(async (size) =>
      await session.capabilities.staging!.stage(new Blob([new Uint8Array(size)]))
    )
  )
  expect(staging.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  await session.rollback()
  expect(await segmentCount(indexedDB, 'test')).toBe(0)
})

it('rolls back a session whose bytes are still being written', async () => {
  const session = store.session()
  const staging = blocks.map(async (block) => await session.capabilities.staging!.stage(blobOf([block])))
  await session.rollback()
  await Promise.allSettled(staging)
  expect(await segmentCount(indexedDB, 'test')).toBe(0)
  expect(await storedBlocks(store)).toEqual(new Map())
})

it('rejects a session that has ended', async () => {
  const session = store.session()
  await session.commit()
  await expect(session.capabilities.staging!.stage(blobOf(blocks))).rejects.toThrow('the write session is closed')
})
