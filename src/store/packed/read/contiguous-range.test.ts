import 'fake-indexeddb/auto'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inspect } from '../../../testing/store/packed-store.ts'
import { leafBlock, newIndexedDB, testBlock, testBlocks } from '../../../testing/store/store-fixtures.ts'
import type { Block } from '../../blockstore/blockstore.ts'
import type { BlockPart } from '../../blockstore/capabilities.ts'
import { openPackedBlockstore } from '../open-packed-blockstore.ts'
import type { PackedBlockstore } from '../packed-blockstore.ts'
import { SEGMENTS } from '../schema/schema.ts'

const SIZE = 100_000

let indexedDB: IDBFactory
let store: PackedBlockstore
/** Adjacent blocks in one segment. */
let blocks: Block[]

beforeEach(async () => {
  indexedDB = newIndexedDB()
  store = await openPackedBlockstore('test', { indexedDB, compactInBackground: false })
  blocks = testBlocks(12, SIZE)
  await writeBlocks(blocks)
})

afterEach(async () => {
  await store.close()
})

async function writeBlocks (blocks: Block[]): Promise<void> {
  const session = store.session()
  for (const { cid, bytes } of blocks) {
    await session.put(cid, bytes)
  }
  await session.commit()
}

function partOf ({ cid }: Block, start = 0, end = SIZE): BlockPart {
  return { cid, size: SIZE, start, end }
}

/** Returns the bytes that are read from Blobs during some work. */
async function countBlobBytes (work: () => Promise<unknown>): Promise<number> {
  const reading = vi.spyOn(Blob.prototype, 'arrayBuffer')
  await work()
  const bytes = (reading.mock.contexts as Blob[]).reduce((sum, { size }) => sum + size, 0)
  reading.mockRestore()
  return bytes
}

it('returns a part of a block, or adjacent parts, and reads no more', async () => {
  expect(
    await countBlobBytes(async () => {
      expect(await store.range([partOf(blocks[3], 10, 1000)])).toEqual(blocks[3].bytes.subarray(10, 1000))
    })
  ).toBe(990)

  expect(
    await countBlobBytes(async () => {
      const found = await store.range([partOf(blocks[8], SIZE - 5), partOf(blocks[9]), partOf(blocks[10], 0, 7)])
      expect(
        Buffer.compare(
          found!,
          Buffer.concat([blocks[8].bytes.subarray(-5), blocks[9].bytes, blocks[10].bytes.subarray(0, 7)])
        )
      ).toBe(0)
    })
  ).toBe(SIZE + 12)
})

it('returns the content of leaves that are stored without their frames, and of no others', async () => {
  const leaves = Array.from({ length: 8 }, (_, i) => leafBlock(testBlock(100 + i, SIZE).bytes))
  const session = store.session()
  for (const { cid, content } of leaves) {
    await session.capabilities.staging!.putPayload(cid, content)
  }
  await session.commit()
  const of = (i: number, start: number, end: number): BlockPart => ({
    ...partOf(leaves[i], start, end),
    isContent: true
  })
  expect(await store.range([of(2, 5, 900)])).toEqual(leaves[2].content.subarray(5, 900))
  expect(await store.range([{ ...of(4, 5, 900), isContent: false }])).toBeUndefined()
  expect(await store.range([{ ...partOf(blocks[4], 5, 900), isContent: true }])).toBeUndefined()
})

it('returns nothing if a reader continues, whose blocks are in memory then', async () => {
  expect(await store.range([partOf(blocks[2], 0, 50_000)])).toBeDefined()
  expect(await store.range([partOf(blocks[2], 50_000)])).toBeUndefined()
  expect(
    await countBlobBytes(async () => {
      for (const { cid } of blocks.slice(2)) {
        await store.bytes(cid)
      }
    })
  ).toBe(0)
  expect(await store.range([partOf(blocks[7], 4, 5)])).toBeUndefined()
})

it('returns nothing if parts are scattered, missing, not in a Blob, or have another size', async () => {
  const small = testBlock(50, 2000)
  await store.put(small.cid, small.bytes)
  const paged = testBlock(51, SIZE)
  await store.put(paged.cid, paged.bytes)
  expect(await store.range([partOf(blocks[3]), partOf(blocks[5])])).toBeUndefined()
  expect(await store.range([{ ...partOf(blocks[3], 0, 5), size: SIZE + 1 }])).toBeUndefined()
  expect(await store.range([{ cid: small.cid, size: 2000, start: 0, end: 5 }])).toBeUndefined()
  expect(await store.range([partOf(paged, 0, 5)])).toBeUndefined()
  await store.remove([blocks[3].cid])
  expect(await store.range([partOf(blocks[3], 0, 5)])).toBeUndefined()
  expect(await store.range([])).toBeUndefined()
})

it('finds blocks in a rewritten segment', async () => {
  expect(await store.range([partOf(blocks[3], 0, 5)])).toBeDefined()
  await store.remove(blocks.filter((_, i) => i !== 3 && i !== 4 && (i < 7 || i === 11)).map(({ cid }) => cid))
  await store.compact()
  expect(await store.range([partOf(blocks[4], 20, 30)])).toEqual(blocks[4].bytes.subarray(20, 30))
})

it('returns nothing from a damaged segment', async () => {
  await inspect(indexedDB, 'test', async (database) => {
    await database.write('test', [SEGMENTS], 'strict', async (tx) => {
      tx.objectStore(SEGMENTS).put(new Blob(['x']), 1)
    })
  })
  expect(await store.range([partOf(blocks[4], 20, 30)])).toBeUndefined()
})

it('fails when the request is aborted', async () => {
  await expect(store.range([partOf(blocks[4])], { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow(
    'gone'
  )
})
