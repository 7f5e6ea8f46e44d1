import * as dagPb from '@ipld/dag-pb'
import { MemoryDatastore } from 'datastore-core'
import fc from 'fast-check'
import { Key } from 'interface-datastore'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { beforeEach, expect, it, vi } from 'vitest'
import { hashSync } from '../../cid/hash/hash.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { cborNode, putBlocks, rawLeaf, smallDag } from '../../testing/dag/small-dag.ts'
import { pinWorker } from '../../testing/store/pin-worker.ts'
import { DatastoreDescendantIndex } from './datastore-descendant-index.ts'
import { DatastorePinStore } from './datastore-pin-store.ts'

let store: MemoryBlockstore
let data: MemoryDatastore
let reads: number

beforeEach(() => {
  store = new MemoryBlockstore()
  data = new MemoryDatastore()
})

/** A worker that has just started. */
function start () {
  const worker = pinWorker(store, data, () => {
    reads++
  })
  reads = 0

  return {
    ...worker,
    pin: async (...roots: CID[]) => {
      await worker.pins.change(async (change) => {
        roots.forEach((cid) => {
          change.put({ cid, mode: 'recursive', name: '' })
        })
      })
      await worker.catchUp()
    }
  }
}

it('a new worker finds the pin of a block without reading blocks', async () => {
  const dags = Array.from({ length: 600 }, (_, i) => smallDag(`dag ${i}`))
  for (const { blocks } of dags) {
    await putBlocks(store, blocks)
  }
  await start().pin(...dags.map(({ root }) => root))

  for (const at of [0, 7, 599]) {
    const { root, blocks } = dags[at]

    for (const { cid } of blocks.slice(1)) {
      const { keeper } = start()
      expect(await keeper(cid)).toEqual({ mode: 'indirect', through: root })
      expect(reads).toBe(0)
    }
  }
})

it('searches another pin when the known one is removed, and remembers the result', async () => {
  const shared = rawLeaf('shared')
  const parents = ['a', 'b', 'c'].map((name) => cborNode(name, [shared.cid]))
  await putBlocks(store, [shared, ...parents])
  const { pin, pins } = start()
  await pin(...parents.map(({ cid }) => cid))
  const left = new Set(parents.map(({ cid }) => cid.toString()))

  while (left.size > 0) {
    const kept = await start().keeper(shared.cid)
    expect(reads).toBe(0)
    const { through } = kept as { through: CID }
    expect(left.delete(through.toString())).toBe(true)
    await pins.remove(through)
    const { keeper } = start()
    expect((await keeper(shared.cid))?.mode).toBe(left.size > 0 ? 'indirect' : undefined)

    if (left.size > 0) {
      // The blocks of the walk are written after the answer.
      await vi.waitFor(async () => {
        expect(left).toContain(String(await new DatastoreDescendantIndex(data).rootOf(shared.cid)))
      })
    }
  }
})

it('distinguishes roots with identity hashes of the same prefix', async () => {
  const leaves = [rawLeaf('a'), rawLeaf('b')]
  const roots = leaves.map(({ cid }) =>
    CID.createV1(
      dagPb.code,
      hashSync(dagPb.encode(dagPb.prepare({ Links: [{ Hash: cid, Name: '', Tsize: 1 }] })), 0x00)
    )
  )
  await putBlocks(store, leaves)
  const { pin, pins } = start()
  await pin(...roots)
  await pins.remove(roots[0])
  const { keeper } = start()
  expect(await keeper(leaves[0].cid)).toBeUndefined()
  expect((await keeper(leaves[1].cid))?.mode).toBe('indirect')
})

it('repeats a walk of an earlier version, which has saved no rows', async () => {
  const { root, blocks } = smallDag('a')
  await putBlocks(store, blocks)
  await start().pin(root)
  const head = new Key('/pinned/walk/head')
  const { hasNear: _, ...rest } = JSON.parse(new TextDecoder().decode(await data.get(head)))
  await data.put(head, new TextEncoder().encode(JSON.stringify(rest)))
  for await (const key of data.queryKeys({ prefix: '/pinned/walk/met/' })) {
    await data.delete(key)
  }

  await start().catchUp()
  expect(reads).toBe(3)
  const { keeper } = start()
  expect(await keeper(blocks[3].cid)).toEqual({ mode: 'indirect', through: root })
  expect(reads).toBe(0)
})

it('evicts the oldest entries at its limit', async () => {
  const met = new DatastoreDescendantIndex(data)
  const root = cborNode('root').cid
  await new DatastorePinStore(data).put({ cid: root, mode: 'recursive', name: '' })

  // all in one row
  const cids = Array.from({ length: 3500 }, (_, i) => {
    const { cid } = rawLeaf(String(i))
    const digest = cid.multihash.digest.slice()
    digest[6] = digest[7] = 7
    return CID.createV1(cid.code, create(cid.multihash.code, digest))
  })

  for (const [i, cid] of cids.entries()) {
    await met.add(cid, root)
    if (i % 500 === 499) {
      await met.flush()
    }
  }

  const rows: Uint8Array[] = []
  for await (const { value } of data.query({ prefix: '/pinned/walk/met/' })) {
    rows.push(value)
  }
  expect(rows.map((row) => JSON.parse(new TextDecoder().decode(row)).length)).toEqual([512])
  expect(await met.rootOf(cids[2987])).toBeUndefined()
  expect(String(await met.rootOf(cids[2988]))).toBe(String(root))
  expect(String(await met.rootOf(cids[3499]))).toBe(String(root))
})

it('is never wrong about a block, for any pins and unpins in any number of workers', async () => {
  const LINKS = [[], [], [], [0, 1], [1, 2], [3, 4], [3, 5, 0], [4], [7, 2], []]
  const nodes: Block[] = []
  LINKS.forEach((links, i) => {
    nodes.push(links.length === 0 ? rawLeaf(`leaf ${i}`) : cborNode(`node ${i}`, links.map((at) => nodes[at].cid)))
  })
  const closure = (i: number): number[] => [i, ...LINKS[i].flatMap(closure)]
  const steps = fc.array(
    fc.tuple(fc.constantFrom('pin', 'unpin', 'catch up', 'start', 'ask'), fc.nat({ max: LINKS.length - 1 })),
    { maxLength: 30 }
  )

  await fc.assert(fc.asyncProperty(steps, async (list) => {
    store = new MemoryBlockstore()
    data = new MemoryDatastore()
    await putBlocks(store, nodes)
    const pinned = new Set<number>()
    let worker = start()

    for (const [step, i] of list) {
      if (step === 'pin') {
        await worker.pins.put({ cid: nodes[i].cid, mode: 'recursive', name: '' })
        pinned.add(i)
      } else if (step === 'unpin') {
        await worker.pins.remove(nodes[i].cid)
        pinned.delete(i)
      } else if (step === 'catch up') {
        await worker.catchUp()
      } else if (step === 'start') {
        worker = start()
      } else {
        const keeper = await worker.keeper(nodes[i].cid)
        const roots = [...pinned].filter((root) => root !== i && closure(root).includes(i)).map((root) =>
          nodes[root].cid.toString()
        )
        const below = roots.length > 0 ? 'indirect' : undefined
        expect(keeper?.mode).toBe(pinned.has(i) ? 'recursive' : below)
        if (keeper?.mode === 'indirect') {
          expect(roots).toContain(keeper.through.toString())
        }
      }
    }
  }))
})
