import 'fake-indexeddb/auto'

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blockReader } from '../../../blocks/reader/block-reader.ts'
import { concatBytes } from '../../../bytes/concat-bytes.ts'
import type { Blockstore } from '../../../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../../../store/blockstore/memory-blockstore.ts'
import { openPackedBlockstore } from '../../../store/packed/open-packed-blockstore.ts'
import { importWithJs } from '../../../testing/dag/import-with-js.ts'
import { newIndexedDB } from '../../../testing/store/store-fixtures.ts'
import { asFile } from '../sizes/as-file.ts'
import { loadNode } from './load-node.ts'
import { readRange } from './read-range.ts'

const SIZE = 2_345_678
const bytes = Uint8Array.from({ length: SIZE }, (_, i) => (i * 31 + (i >> 8) + (i >> 16)) & 0xff)
const signal = new AbortController().signal

const stores: Record<string, () => Promise<Blockstore>> = {
  'the packed store': async () =>
    await openPackedBlockstore('test', { indexedDB: newIndexedDB(), compactInBackground: false }),
  'a store without ranges': async () => new MemoryBlockstore()
}

for (const [name, open] of Object.entries(stores)) {
  it.each([{ rawLeaves: true, chunkSize: 100_000 }, { rawLeaves: false, chunkSize: 100_000 }, {
    rawLeaves: true,
    chunkSize: 1_048_576
  }, { rawLeaves: true, chunkSize: 5_000 }])(
    `reads any ranges of a file, in any order, from ${name}: %j`,
    async ({ rawLeaves, chunkSize }) => {
      const store = await open()
      const { root } = await importWithJs(store, bytes, { rawLeaves, chunkSize })
      const blocks = blockReader(store, undefined)
      const file = asFile(await loadNode(root, { blocks, signal }))

      const expectRange = async (offset: number, length: number): Promise<void> => {
        const chunks: Uint8Array[] = []
        for await (const chunk of readRange(file, { blocks, signal, offset, length })) {
          chunks.push(chunk)
        }
        expect(Buffer.compare(concatBytes(chunks), bytes.subarray(offset, offset + length))).toBe(0)
      }

      await fc.assert(
        fc.asyncProperty(
          fc.nat(SIZE),
          fc.oneof(fc.nat(300_000), fc.nat(2_000_000)),
          fc.nat(3),
          async (offset, length, goesOn) => {
            await expectRange(offset, length)
            for (let i = 1; i <= goesOn; i++) {
              await expectRange(offset + i * length, length)
            }
          }
        ),
        { numRuns: 40 }
      )

      await store.close()
    }
  )
}

it('requests no missing block before its reader does', async () => {
  const store = await stores['the packed store']()
  const blocks = blockReader(store, undefined)
  const put = await importWithJs(store, bytes, { rawLeaves: false })
  const file = asFile(await loadNode(put.root, { blocks, signal }))
  await store.remove(put.blocks.slice(0, -1).map(({ cid }) => cid))
  const asked: string[] = []
  const reader = {
    ...blocks,
    get: async (...[cid, options]: Parameters<typeof blocks.get>) => {
      asked.push(String(cid))
      return await blocks.get(cid, options)
    }
  }
  await expect(readRange(file, { blocks: reader, signal, offset: 200_010, length: 10 }).next()).rejects.toThrow(
    'not found'
  )
  expect(asked).toEqual([])
  await store.close()
})

it('reports the same faults of a file as its reader', async () => {
  const store = await stores['the packed store']()
  const blocks = blockReader(store, undefined)
  const put = await importWithJs(store, bytes)
  const file = asFile(await loadNode(put.root, { blocks, signal }))
  const lacking = put.blocks[3].cid
  await store.remove([lacking])
  const read = async (offset: number): Promise<void> => {
    for await (const _ of readRange(file, { blocks, signal, offset, length: 10 }));
  }
  await expect(read(300_010)).rejects.toThrow(String(lacking))
  await read(200_010)
  const gone = readRange(file, { blocks, signal: AbortSignal.abort(new Error('gone')), offset: 200_010, length: 10 })
  await expect(gone.next()).rejects.toThrow('gone')
  await store.close()
})
