import 'fake-indexeddb/auto'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashSync } from '../../../cid/hash.ts'
import { newIndexedDB, testBlocks } from '../../../testing/store-fixtures.ts'
import type { Block, LotOptions } from '../../blockstore.ts'
import { result } from '../../database/database.ts'
import { openPackedBlockstore } from '../open-packed-blockstore.ts'
import type { PackedBlockstore } from '../packed-blockstore.ts'

const small = testBlocks(400, 100)
const large = testBlocks(3, 100_000)
const [elsewhere] = testBlocks(1, 99)

let indexedDB: IDBFactory
let store: PackedBlockstore

async function open (): Promise<void> {
  store = await openPackedBlockstore('test', { indexedDB, compactInBackground: false })
}

beforeEach(async () => {
  indexedDB = newIndexedDB()
  await open()
  const session = store.session()
  for (const { cid, bytes } of [...small, ...large]) await session.put(cid, bytes)
  await session.commit()
})

afterEach(async () => { await store.close() })

async function lotsOf (blocks: Block[], options: LotOptions = {}): Promise<Block[][]> {
  const lots: Block[][] = []
  for await (const lot of store.bytesLots(blocks.map(({ cid }) => cid), options)) lots.push(lot)
  return lots
}

const text = ({ cid, bytes }: Block): string => `${cid} ${bytes.join()}`

describe('lots of blocks', () => {
  it('have all blocks in their order, many together', async () => {
    const mixed = [...small.slice(0, 70), ...large, ...small.slice(70)]
    const lots = await lotsOf(mixed)

    expect(lots.flat().map(text)).toEqual(mixed.map(text))
    expect(lots.length).toBeLessThan(5)
  })

  it('begin with a small one, so that nobody waits for 8 MiB who wants the first block', async () => {
    const many = testBlocks(30, 100_001)
    const session = store.session()
    for (const { cid, bytes } of many) await session.put(cid, bytes)
    await session.commit()
    const lots = await lotsOf(many)
    expect(lots.map((lot) => lot.length)).toEqual([11, 19])
    expect(lots.flat().map(text)).toEqual(many.map(text))
  })

  it('need no look for small ones that were read a moment ago, and tell of those that are gone since', async () => {
    const asked = small.slice(0, 100)
    await lotsOf(asked)
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    expect((await lotsOf(asked)).flat().map(text)).toEqual(asked.map(text))
    expect(await store.bytes(asked[7].cid)).toEqual(asked[7].bytes)
    expect(transaction).not.toHaveBeenCalled()
    transaction.mockRestore()

    await store.remove([asked[7].cid])
    await expect(lotsOf(asked)).rejects.toMatchObject({ name: 'NotFoundError' })
    expect((await lotsOf(asked.slice(0, 7))).flat().map(text)).toEqual(asked.slice(0, 7).map(text))
  })

  it('end in front of a missing one with an error', async () => {
    const seen: Block[] = []
    const reading = (async () => { for await (const lot of store.bytesLots([small[0], small[1], elsewhere, small[2]].map(({ cid }) => cid))) seen.push(...lot) })()

    await expect(reading).rejects.toMatchObject({ name: 'NotFoundError' })
    expect(seen.map(text)).toEqual(small.slice(0, 2).map(text))
  })

  it('pass over what is larger than asked for, and what is missing', async () => {
    const lots = await lotsOf([small[0], large[0], elsewhere, small[1]], { maxBlockBytes: 100 })
    expect(lots.flat().map(text)).toEqual(small.slice(0, 2).map(text))
  })

  it('need few looks where the blocks are neighbours in the index, in whatever order', async () => {
    const [get, keys] = [vi.spyOn(IDBObjectStore.prototype, 'get'), vi.spyOn(IDBObjectStore.prototype, 'getAllKeys')]
    const inOrder: Block[] = []
    for await (const cid of store.keys()) inOrder.push(...small.filter((block) => Buffer.from(block.cid.multihash.bytes).equals(Buffer.from(cid.multihash.bytes))))
    const shuffled = inOrder.slice(100, 356).reverse()

    keys.mockClear()
    expect((await lotsOf(shuffled)).flat().map(text)).toEqual(shuffled.map(text))
    // what they are called follows from their bytes: in Chromium a key is a buffer that lies about for long
    expect([get.mock.calls.length, keys.mock.calls.length]).toEqual([0, 0])
    keys.mockRestore()

    // of a large sharded directory the files that lie at one depth are half of all blocks
    await store.close()
    await open()
    const half = inOrder.filter((_, i) => i % 5 < 2)
    get.mockClear()
    expect((await lotsOf(half)).flat().map(text)).toEqual(half.map(text))
    expect(get).not.toHaveBeenCalled()

    // of each tenth alone it is better to ask for each; nothing is in memory any more
    await store.close()
    await open()
    get.mockClear()
    const apart = inOrder.filter((_, i) => i % 10 === 0)
    expect((await lotsOf(apart)).flat().map(text)).toEqual(apart.map(text))
    expect(get).toHaveBeenCalledTimes(apart.length)
    get.mockRestore()
  })

  it('are those of their names among neighbours, damaged or of another hash function', async () => {
    const bytes = new TextEncoder().encode('by another function')
    const other = { cid: CID.createV1(raw.code, hashSync(bytes, 0xb220)), bytes }
    await store.put(other.cid, other.bytes)
    await store.close()

    // the bytes of a neighbour lie where those of the first one belong
    const [damaged, neighbour] = small
    const db = await result(indexedDB.open('test'))
    const blocks = db.transaction(['blocks'], 'readwrite').objectStore('blocks')
    await result(blocks.put(await result(blocks.get(damaged.cid.multihash.bytes as Uint8Array<ArrayBuffer>)).then(([, ...rest]: unknown[]) => [neighbour.bytes, ...rest]), damaged.cid.multihash.bytes as Uint8Array<ArrayBuffer>))
    db.close()
    await open()

    const asked = [...small, other]
    const found = (await lotsOf(asked)).flat()
    expect(found.map(text)).toEqual([text({ cid: damaged.cid, bytes: neighbour.bytes }), ...[...small.slice(1), other].map(text)])
  })
})
