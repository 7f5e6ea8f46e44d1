import 'fake-indexeddb/auto'

import fc from 'fast-check'
import type { CID } from 'multiformats/cid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blockReader } from '../../../blocks/reader/block-reader.ts'
import type { Block } from '../../../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../../../store/blockstore/memory-blockstore.ts'
import { openPackedBlockstore } from '../../../store/packed/open-packed-blockstore.ts'
import type { PackedBlockstore } from '../../../store/packed/packed-blockstore.ts'
import { importWithJs } from '../../../testing/dag/import-with-js.ts'
import type { ImportWithJsOptions } from '../../../testing/dag/import-with-js.ts'
import { newIndexedDB } from '../../../testing/store/store-fixtures.ts'
import { asFile } from '../sizes/as-file.ts'
import { fileBlob } from './file-blob.ts'
import { loadNode } from './load-node.ts'

const SIZE = 3_456_789
const MIB = 1024 * 1024

const bytes = Uint8Array.from({ length: SIZE }, (_, i) => (i * 31 + (i >> 8) + (i >> 16)) & 0xff)
const signal = new AbortController().signal

let store: PackedBlockstore

async function importInto (
  target: PackedBlockstore | MemoryBlockstore,
  options?: ImportWithJsOptions
): Promise<{ root: CID; blocks: Block[] }> {
  return await importWithJs(target, bytes, options)
}

async function blobOf (
  root: CID,
  options: { offset?: number; length?: number } = {},
  from: PackedBlockstore | MemoryBlockstore = store
): Promise<Blob | undefined> {
  const blocks = blockReader(from, undefined)
  return await fileBlob(asFile(await loadNode(root, { blocks, signal })), { blocks, signal, ...options })
}

beforeEach(async () => {
  store = await openPackedBlockstore('test', { indexedDB: newIndexedDB(), compactInBackground: false })
})
afterEach(async () => {
  await store.close()
})

describe('a file as a Blob', () => {
  it.each([{ rawLeaves: true }, { rawLeaves: false }, { rawLeaves: false, chunkSize: 262_144 }, {
    rawLeaves: false,
    chunkSize: 1_048_576
  }])('has the bytes of the file, and of any range of it: %j', async (options) => {
    const { root } = await importInto(store, options)
    const all = await blobOf(root)
    expect(Buffer.compare(Buffer.from(await all!.arrayBuffer()), bytes)).toBe(0)

    await fc.assert(
      fc.asyncProperty(fc.nat(SIZE - MIB), fc.integer({ min: MIB, max: SIZE }), async (offset, length) => {
        const blob = await blobOf(root, { offset, length })
        expect(Buffer.compare(Buffer.from(await blob!.arrayBuffer()), bytes.subarray(offset, offset + length))).toBe(0)
      }),
      { numRuns: 25 }
    )
  })

  it('may have leaves in pages and records, up to a number of bytes in memory', async () => {
    const { root, blocks } = await importInto(store)
    await store.remove([blocks[3].cid, blocks[4].cid])
    await store.put(blocks[3].cid, blocks[3].bytes)
    await store.put(blocks[4].cid, blocks[4].bytes)
    expect(Buffer.compare(Buffer.from(await (await blobOf(root))!.arrayBuffer()), bytes)).toBe(0)
    await store.remove(blocks.map(({ cid }) => cid))

    for (const block of blocks) {
      await store.put(block.cid, block.bytes)
    }

    expect(await blobOf(root)).toBeUndefined()
  })

  it('stays readable when its blocks are deleted', async () => {
    const { root, blocks } = await importInto(store)
    const blob = await blobOf(root)
    await store.remove(blocks.map(({ cid }) => cid))
    await store.compact()
    expect(Buffer.compare(Buffer.from(await blob!.arrayBuffer()), bytes)).toBe(0)
  })
})

describe('no Blob is returned', () => {
  it('for a small range', async () => {
    const { root } = await importInto(store)
    expect(await blobOf(root, { length: MIB - 1 })).toBeUndefined()
    expect(await blobOf(root, { offset: SIZE })).toBeUndefined()
  })

  it('for a missing block or a broken file, which the reader reports', async () => {
    const { root, blocks } = await importInto(store)
    await store.remove([blocks[20].cid])
    expect(await blobOf(root)).toBeUndefined()
    expect(await blobOf(root, { length: MIB })).toBeInstanceOf(Blob)
  })

  it('for leaves with frames, for very many small ones, and by a store without Blobs', async () => {
    // leaves of a type that Kubo does not write
    expect(await blobOf((await importInto(store, { rawLeaves: false, leafType: 'raw', chunkSize: 262_144 })).root))
      .toBeUndefined()
    expect(await blobOf((await importInto(store, { chunkSize: 1000 })).root)).toBeUndefined()
    const memory = new MemoryBlockstore()
    expect(await blobOf((await importInto(memory)).root, {}, memory)).toBeUndefined()
  })

  it('for too many leaves, before they are looked up', async () => {
    const { root } = await importInto(store, { chunkSize: 1000 })
    const blocks = blockReader(store, undefined)
    const file = asFile(await loadNode(root, { blocks, signal }))
    let read = 0
    const counted = {
      ...blocks,
      get: async (...args: Parameters<typeof blocks.get>) => {
        read++
        return await blocks.get(...args)
      }
    }
    expect(await fileBlob(file, { blocks: counted, signal })).toBeUndefined()
    expect(read).toBeLessThan(8) // one for each level, although there are several hundred nodes
  })

  it('after the request has ended', async () => {
    const { root } = await importInto(store)
    const blocks = blockReader(store, undefined)
    const file = asFile(await loadNode(root, { blocks, signal }))
    await expect(fileBlob(file, { blocks, signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
  })
})
