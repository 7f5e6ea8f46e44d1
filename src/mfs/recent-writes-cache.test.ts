import { beforeEach, expect, it } from 'vitest'
import { blockReader } from '../blocks/reader/block-reader.ts'
import type { Block } from '../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { rawLeaf } from '../testing/dag/small-dag.ts'
import { TestNode } from '../testing/test-node.ts'
import { RecentWritesCache } from './recent-writes-cache.ts'

const { signal } = new AbortController()

let store: MemoryBlockstore
let recentWrites: RecentWritesCache
let reads: number

beforeEach(() => {
  store = new MemoryBlockstore()
  recentWrites = new RecentWritesCache()
  reads = 0
})

function opened (put = async ({ cid, bytes }: Block) => {
  await store.put(cid, bytes.slice())
}) {
  const local = blockReader(store, undefined)
  return recentWrites.over({
    blocks: {
      ...local,
      get: async (cid, options) => {
        reads++
        return await local.get(cid, options)
      }
    },
    put: async (cid, bytes) => {
      await put({ cid, bytes })
    },
    signal
  })
}

it('returns recent puts without reading them, and other blocks from the store', async () => {
  const [one, other] = [rawLeaf('one'), rawLeaf('other')]
  await store.put(other.cid, other.bytes)
  await opened().put(one.cid, one.bytes)
  const { blocks } = opened()
  expect(await blocks.get(one.cid, { signal })).toEqual(one.bytes)
  expect(reads).toBe(0)
  expect(await blocks.get(other.cid, { signal })).toEqual(other.bytes)
  expect(reads).toBe(1)
  await expect(blocks.get(rawLeaf('none').cid, { signal })).rejects.toThrow('could not find')
  await expect(blocks.get(one.cid, { signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left')
})

it('does not contain failed puts, nor blocks whose buffers were transferred', async () => {
  const [one, other] = [rawLeaf('one'), rawLeaf('other')]
  const full = opened(async () => {
    throw new Error('full')
  })
  await expect(full.put(one.cid, one.bytes)).rejects.toThrow('full')
  await expect(full.blocks.get(one.cid, { signal })).rejects.toThrow('could not find')
  await opened().put(other.cid, other.bytes)
  structuredClone(other.bytes.buffer, { transfer: [other.bytes.buffer as ArrayBuffer] })
  expect(await opened().blocks.get(other.cid, { signal })).toEqual(rawLeaf('other').bytes)
})

it('evicts old blocks above two MiB', async () => {
  const chunks = Array.from({ length: 9 }, (_, i) => rawLeaf(`${i}`.repeat(256 * 1024)))
  const { put, blocks } = opened()
  for (const { cid, bytes } of chunks) {
    await put(cid, bytes)
  }
  for (const { cid } of chunks.slice(1)) {
    await blocks.get(cid, { signal })
  }
  expect(reads).toBe(0)
  await blocks.get(chunks[0].cid, { signal })
  expect(reads).toBe(1)
})

it('yields the right content for a file that is written piece by piece', async () => {
  const app = await TestNode.start()
  const all = new Uint8Array(700_000)

  const write = async (offset: number, length: number, byte: number): Promise<void> => {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(length).fill(byte)]))
    expect((await app.rpc(`files/write?arg=/f&create=true&offset=${offset}`, { body })).status).toBe(200)
    all.fill(byte, offset, offset + length)
  }

  await write(0, 700_000, 1)
  for (let i = 0; i < 20; i++) {
    await write(i * 30_000, 40_000, i)
  }
  const { lines: [stat] } = await app.rpc('files/stat?arg=/f')
  expect(Buffer.from(await (await app.open(`cat?arg=${(stat as { Hash: string }).Hash}`)).arrayBuffer()).equals(all))
    .toBe(true)
})
