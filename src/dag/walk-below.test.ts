import 'fake-indexeddb/auto'

import * as dagCbor from '@ipld/dag-cbor'
import fc from 'fast-check'
import all from 'it-all'
import { CID } from 'multiformats/cid'
import { expect, it, vi } from 'vitest'
import { blockReader } from '../blocks/reader/block-reader.ts'
import { hashSync } from '../cid/hash/hash.ts'
import type { Block, Blockstore } from '../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { openPackedBlockstore } from '../store/packed/open-packed-blockstore.ts'
import { byMany } from '../testing/dag/by-many.ts'
import { putBlocks } from '../testing/dag/small-dag.ts'
import { newIndexedDB } from '../testing/store/store-fixtures.ts'
import { walkBelow } from './walk-below.ts'
import { walkDag } from './walk.ts'

const { signal } = new AbortController()
const HASHES = [0x12, 0x12, 0xb220, 0x00]

function node (name: string, links: CID[] = [], fn = 0x12): Block {
  const bytes = dagCbor.encode([name, ...links])
  return { cid: CID.createV1(dagCbor.code, hashSync(bytes, fn)), bytes }
}

async function* rootsOf (cids: readonly CID[]): AsyncGenerator<{ cid: CID }> {
  for (const cid of cids) {
    yield { cid }
  }
}

async function below (store: Blockstore, roots: readonly CID[]): Promise<string[]> {
  return (await all(walkBelow(rootsOf(roots), { blocks: blockReader(store, undefined), signal }))).map(String)
}

it('yields the blocks that a walk finds below roots, each once, for any hash function', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.array(fc.nat(), { maxLength: 4 }), fc.constantFrom(...HASHES)), {
        minLength: 1,
        maxLength: 30
      }),
      fc.array(fc.nat(), { maxLength: 3 }),
      async (shape, picks) => {
        const store = new MemoryBlockstore()
        const blocks: Block[] = []
        // blocks of an identity hash lie in each other: only those without links
        shape.forEach(([links, fn], i) => {
          blocks.push(node(`${i}`, i === 0 || fn === 0 ? [] : links.map((at) => blocks[at % i].cid), fn))
        })
        await putBlocks(
          store,
          blocks.filter(({ cid }) => cid.multihash.code !== 0)
        )
        const roots = [...new Set(picks.map((at) => blocks[at % blocks.length].cid))]
        const walked = (await all(walkDag(roots, { blocks: blockReader(store, undefined), signal, leaves: 'trust' })))
          .map(({ cid }) => String(cid))
        expect((await below(store, roots)).sort()).toEqual(
          walked.filter((cid) => !roots.some((root) => String(root) === cid)).sort()
        )
      }
    )
  )
})

it('looks thousands of small blocks up in few batches', async () => {
  const store = await openPackedBlockstore('test', { indexedDB: newIndexedDB(), compactInBackground: false })
  const leaves = Array.from({ length: 3000 }, (_, i) => node(`leaf ${i}`))
  const root = node('root', leaves.map(({ cid }) => cid))
  const session = store.session()
  for (const { cid, bytes } of [...leaves, root]) {
    await session.put(cid, bytes)
  }
  await session.commit()
  const get = vi.spyOn(IDBObjectStore.prototype, 'get')
  expect((await below(store, [root.cid])).length).toBe(3000)
  expect(get.mock.calls.length).toBeLessThan(100)
  get.mockRestore()
  await store.close()
})

it('reads large blocks in the order in which they were found, except the first', async () => {
  const store = new MemoryBlockstore()
  const leaves = Array.from({ length: 1200 }, (_, i) => node(`${i}`.padEnd(17_000)))
  const root = node('root', leaves.map(({ cid }) => cid))
  await putBlocks(store, [...leaves, root])
  const asked: CID[][] = []
  const local = blockReader(store, undefined)

  const blocks = byMany(local, async function* (cids, options) {
    asked.push([...cids])
    yield* local.getMany(cids, options)
  })

  await all(walkBelow(rootsOf([root.cid]), { blocks, signal }))
  expect(asked.map(({ length }) => length)).toEqual([1, 256, 256, 256, 256, 176])
  const order = new Map(leaves.map(({ cid }, i) => [String(cid), i]))
  const places = asked.slice(2).flat().map((cid) => order.get(String(cid)) ?? 0)
  expect(places).toEqual([...places].sort((a, b) => a - b))
})

it('throws the error of a missing block, and the reason of its signal', async () => {
  const store = new MemoryBlockstore()
  const missing = node('missing')
  const root = node('root', [missing.cid, node('other').cid])
  await putBlocks(store, [root])
  await expect(below(store, [root.cid])).rejects.toMatchObject({ name: 'BlockNotFoundError' })

  const controller = new AbortController()
  const walk = walkBelow(rootsOf([root.cid]), { blocks: blockReader(store, undefined), signal: controller.signal })
  expect(String((await walk.next()).value)).toBe(String(missing.cid))
  controller.abort()
  await expect(walk.next()).rejects.toMatchObject({ name: 'AbortError' })
})
