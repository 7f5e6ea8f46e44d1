import 'fake-indexeddb/auto'

import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashSync } from '../../../cid/hash/hash.ts'
import { newIndexedDB, testBlocks } from '../../../testing/store/store-fixtures.ts'
import type { Block } from '../../blockstore/blockstore.ts'
import type { BatchOptions } from '../../blockstore/capabilities.ts'
import { requestResult } from '../../database/database.ts'
import { openPackedBlockstore } from '../open-packed-blockstore.ts'
import type { PackedBlockstore } from '../packed-blockstore.ts'

const small = testBlocks(400, 100)
const large = testBlocks(3, 100_000)
const [elsewhere] = testBlocks(1, 99)

let indexedDB: IDBFactory
let store: PackedBlockstore

async function openStore (): Promise<void> {
  store = await openPackedBlockstore('test', { indexedDB, compactInBackground: false })
}

beforeEach(async () => {
  indexedDB = newIndexedDB()
  await openStore()
  const session = store.session()
  for (const { cid, bytes } of [...small, ...large]) {
    await session.put(cid, bytes)
  }
  await session.commit()
})

afterEach(async () => {
  await store.close()
})

async function batchesOf (blocks: Block[], options: BatchOptions = {}): Promise<Block[][]> {
  const lots: Block[][] = []
  for await (const lot of store.readBatches(blocks.map(({ cid }) => cid), options)) {
    lots.push(lot)
  }
  return lots
}

const blockText = ({ cid, bytes }: Block): string => `${cid} ${bytes.join()}`

describe('batches of blocks', () => {
  it('contain all blocks in order, many at a time', async () => {
    const mixed = [...small.slice(0, 70), ...large, ...small.slice(70)]
    const lots = await batchesOf(mixed)

    expect(lots.flat().map(blockText)).toEqual(mixed.map(blockText))
    expect(lots.length).toBeLessThan(5)
  })

  it('begin with a small one, so that the first block does not wait for 8 MiB', async () => {
    const many = testBlocks(30, 100_001)
    const session = store.session()
    for (const { cid, bytes } of many) {
      await session.put(cid, bytes)
    }
    await session.commit()
    const lots = await batchesOf(many)
    expect(lots.map((lot) => lot.length)).toEqual([11, 19])
    expect(lots.flat().map(blockText)).toEqual(many.map(blockText))
  })

  it('need no lookup for recently read small blocks, and notice deleted ones', async () => {
    const asked = small.slice(0, 100)
    await batchesOf(asked)
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    expect((await batchesOf(asked)).flat().map(blockText)).toEqual(asked.map(blockText))
    expect(await store.bytes(asked[7].cid)).toEqual(asked[7].bytes)
    expect(transaction).not.toHaveBeenCalled()
    transaction.mockRestore()

    await store.remove([asked[7].cid])
    await expect(batchesOf(asked)).rejects.toMatchObject({ name: 'NotFoundError' })
    expect((await batchesOf(asked.slice(0, 7))).flat().map(blockText)).toEqual(asked.slice(0, 7).map(blockText))
  })

  it('end with an error before a missing block', async () => {
    const seen: Block[] = []
    const reading = (async () => {
      for await (const lot of store.readBatches([small[0], small[1], elsewhere, small[2]].map(({ cid }) => cid))) {
        seen.push(...lot)
      }
    })()

    await expect(reading).rejects.toMatchObject({ name: 'NotFoundError' })
    expect(seen.map(blockText)).toEqual(small.slice(0, 2).map(blockText))
  })

  it('skip blocks that are missing or larger than requested', async () => {
    const lots = await batchesOf([small[0], large[0], elsewhere, small[1]], { maxBlockBytes: 100 })
    expect(lots.flat().map(blockText)).toEqual(small.slice(0, 2).map(blockText))
  })

  it('need few lookups if the blocks are neighbours in the index, in any order', async () => {
    const [get, keys] = [vi.spyOn(IDBObjectStore.prototype, 'get'), vi.spyOn(IDBObjectStore.prototype, 'getAllKeys')]
    const inOrder: Block[] = []
    for await (const cid of store.keys()) {
      inOrder.push(
        ...small.filter((block) => Buffer.from(block.cid.multihash.bytes).equals(Buffer.from(cid.multihash.bytes)))
      )
    }
    const shuffled = inOrder.slice(100, 356).reverse()

    keys.mockClear()
    expect((await batchesOf(shuffled)).flat().map(blockText)).toEqual(shuffled.map(blockText))
    // Keys are derived from the bytes: in Chromium each key read is a buffer that is collected late.
    expect([get.mock.calls.length, keys.mock.calls.length]).toEqual([0, 0])
    keys.mockRestore()

    // In a large sharded directory, the files at one depth are half of all blocks.
    await store.close()
    await openStore()
    const half = inOrder.filter((_, i) => i % 5 < 2)
    get.mockClear()
    expect((await batchesOf(half)).flat().map(blockText)).toEqual(half.map(blockText))
    expect(get).not.toHaveBeenCalled()

    // For every tenth block, separate lookups are faster. Nothing is in memory any more.
    await store.close()
    await openStore()
    get.mockClear()
    const apart = inOrder.filter((_, i) => i % 10 === 0)
    expect((await batchesOf(apart)).flat().map(blockText)).toEqual(apart.map(blockText))
    expect(get).toHaveBeenCalledTimes(apart.length)
    get.mockRestore()
  })

  it('contain the right blocks among neighbours that are damaged or have another hash function', async () => {
    const bytes = new TextEncoder().encode('by another function')
    const other = { cid: CID.createV1(raw.code, hashSync(bytes, 0xb220)), bytes }
    await store.put(other.cid, other.bytes)
    await store.close()

    // The place of the first block has the bytes of its neighbour.
    const [damaged, neighbour] = small
    const db = await requestResult(indexedDB.open('test'))
    const blocks = db.transaction(['blocks'], 'readwrite').objectStore('blocks')
    await requestResult(
      blocks.put(
        await requestResult(blocks.get(damaged.cid.multihash.bytes as Uint8Array<ArrayBuffer>)).then((
          [, ...rest]: unknown[]
        ) => [neighbour.bytes, ...rest]),
        damaged.cid.multihash.bytes as Uint8Array<ArrayBuffer>
      )
    )
    db.close()
    await openStore()

    const asked = [...small, other]
    const found = (await batchesOf(asked)).flat()
    expect(found.map(blockText)).toEqual([
      blockText({ cid: damaged.cid, bytes: neighbour.bytes }),
      ...[...small.slice(1), other].map(blockText)
    ])
  })
})
