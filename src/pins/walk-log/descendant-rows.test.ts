import { MemoryDatastore } from 'datastore-core'
import { Key } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { multihashKey, rawCid } from '../../cid/hash/multihash-key.ts'
import type { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { encodeCar } from '../../testing/dag/car-fixtures.ts'
import { fileForm } from '../../testing/dag/car-form.ts'
import { cborNode, putBlocks, rawLeaf, smallDag, storeOf } from '../../testing/dag/small-dag.ts'
import { killableDatastore } from '../../testing/store/killable.ts'
import { KillSwitch } from '../../testing/store/packed-store.ts'
import { pinWorker } from '../../testing/store/pin-worker.ts'
import { TestNode } from '../../testing/test-node.ts'
import { fetchDag } from '../fetch/fetch-dag.ts'
import { DatastorePinStore } from '../store/datastore-pin-store.ts'

const { signal } = new AbortController()
const HEAD = new Key('/pinned/walk/head')
const nowhere = rawLeaf('nowhere').cid
const dags = Array.from({ length: 501 }, (_, i) => smallDag(`dag ${i}`))

let store: MemoryBlockstore
let data: MemoryDatastore
let reads: number

beforeEach(async () => {
  store = await storeOf(dags)
  data = new MemoryDatastore()
})

function belowOf ({ blocks }: { blocks: Array<{ cid: CID }> }): string[] {
  return blocks.slice(1).map(({ cid }) => multihashKey(cid.multihash.bytes))
}

/** A worker that has just started. */
function start (datastore = data) {
  const worker = pinWorker(store, datastore, () => {
    reads++
  })
  reads = 0

  return {
    ...worker,
    pin: async (...put: typeof dags) => {
      await worker.pins.change(async (change) => {
        put.forEach((dag) => {
          change.put({ cid: dag.root, mode: 'recursive', name: '' }, { below: belowOf(dag) })
        })
      })
    }
  }
}

async function rows (prefixes = ['/pinned/walk/near/', '/pinned/walk/few/']): Promise<number> {
  let count = 0

  for (const prefix of prefixes) {
    for await (const _ of data.queryKeys({ prefix })) {
      count++
    }
  }

  return count
}

it('finds the pin of a block without reading blocks, by any CID', async () => {
  const worker = start()
  await worker.catchUp()
  await worker.pin(...dags.slice(0, 100))
  const [{ root, blocks }] = dags

  for (const { keeper, index } of [worker, start()]) {
    expect(await keeper(nowhere)).toBeUndefined()
    expect(await keeper(blocks[3].cid)).toEqual({ mode: 'indirect', through: root })
    expect(await index.knownKeeper(blocks[1].cid)).toEqual({ mode: 'indirect', through: root })
    expect(await index.knownKeeper(nowhere)).toBe('none')
    expect(reads).toBe(0)
  }

  const node = blocks[1].cid
  const otherwise = rawCid(node.multihash.bytes)
  expect(await worker.keeper(otherwise)).toEqual({ mode: 'indirect', through: root })
  expect(await worker.index.through([blocks[3].cid, node, otherwise], { signal })).toEqual([root, root, undefined])
})

it('ignores a removed pin, and finds another one above the block', async () => {
  const { pins, pin, keeper, catchUp } = start()
  await catchUp()
  const leaf = rawLeaf('shared')
  const roots = ['one', 'two'].map((name) => cborNode(name, [leaf.cid]))
  await putBlocks(store, [leaf, ...roots])
  await pin(...roots.map((root) => ({ root: root.cid, blocks: [root, leaf] })))
  const { through } = await keeper(leaf.cid) as { through: CID }
  await pins.remove(through)
  const other = roots.find(({ cid }) => !cid.equals(through))?.cid as CID
  expect(await keeper(leaf.cid)).toEqual({ mode: 'indirect', through: other })
  await pins.remove(other)
  expect(await keeper(leaf.cid)).toBeUndefined()
  await pins.put({ cid: other, mode: 'direct', name: '' })
  expect(await keeper(leaf.cid)).toBeUndefined()
})

it('leaves no row of a removed pin', async () => {
  const { pins, pin, index, catchUp } = start()
  await catchUp()
  await pin(...dags.slice(0, 3))
  expect(await rows()).toBe(3 * 5)
  await pins.remove(dags[0].root)
  await pins.put({ cid: dags[1].root, mode: 'direct', name: '' })
  await pins.move(dags[2].root, { cid: dags[3].root, mode: 'recursive', name: '' })
  expect(await rows()).toBe(0)
  expect(await index.keeper(dags[3].blocks[4].cid, { signal })).toEqual({ mode: 'indirect', through: dags[3].root })
})

it('is correct after a kill at any step', async () => {
  for (let steps = 0, killed = true; killed; steps++) {
    data = new MemoryDatastore()
    const kill = new KillSwitch()
    kill.arm(steps)
    const { pin, pins, catchUp } = start(killableDatastore(data, kill.hook))

    try {
      await catchUp()
      await pin(...dags.slice(0, 300))
      await pins.remove(dags[3].root)
      await pin(dags[500])
      await pins.remove(dags[7].root)
      await pin(dags[3])
    } catch (err) {
      expect((err as Error).message).toBe('killed')
    }

    killed = kill.killed
    const next = start()

    for (const { root, blocks } of [dags[0], dags[3], dags[7], dags[500]]) {
      expect(await next.keeper(blocks[3].cid)).toEqual(
        await next.pins.get(root) == null ? undefined : { mode: 'indirect', through: root }
      )
    }

    expect(await next.keeper(nowhere)).toBeUndefined()
  }
})

it('makes a version that cannot read the rows walk, if they cannot be trusted', async () => {
  const worker = start()
  await worker.catchUp()
  const head = JSON.parse(new TextDecoder().decode(await data.get(HEAD))) as object
  await data.put(HEAD, new TextEncoder().encode(JSON.stringify({ ...head, hasNear: undefined, hasMet: true })))
  await start().pin(dags[0])
  expect(await rows(['/pinned/walk/unwalked/'])).toBe(1)
})

describe('a pin', () => {
  let app: TestNode

  beforeEach(async () => {
    app = await TestNode.start({ datastore: data })
    for (const { blocks } of dags.slice(0, 20)) {
      await putBlocks(app.node.blockstore, blocks)
    }
    await putBlocks(app.node.blockstore, [rawLeaf('nowhere')])
  })

  async function remove (cid: CID): Promise<unknown> {
    return (await app.rpc(`block/rm?arg=${cid}`)).lines[0]
  }

  it('of a DAG that was walked, or came in a CAR, is not walked again; a new repo is not checked', async () => {
    const imported = smallDag('imported')
    await app.rpc('dag/import', { body: fileForm([await encodeCar([imported.root], imported.blocks)]) })
    for (const { root } of dags.slice(0, 20)) {
      await app.rpc(`pin/add?arg=${root}`)
    }
    const list = vi.spyOn(DatastorePinStore.prototype, 'list')
    const get = vi.spyOn(app.node.blockstore, 'getMany')

    expect(await remove(nowhere)).toEqual({ Hash: String(nowhere) })
    expect(await remove(dags[7].blocks[3].cid)).toMatchObject({ Error: `pinned via ${dags[7].root}` })
    expect(await remove(imported.blocks[4].cid)).toMatchObject({ Error: `pinned via ${imported.root}` })
    expect([list.mock.calls.length, get.mock.calls.length]).toEqual([0, 0])
    vi.restoreAllMocks()
  })
})

it('lists only small sets of blocks', async () => {
  const leaves = Array.from({ length: 17 }, (_, i) => rawLeaf(`leaf ${i}`))
  const roots = [16, 17].map((count) => cborNode(`${count}`, leaves.slice(0, count).map(({ cid }) => cid)))
  await putBlocks(store, [...leaves, ...roots])
  const blocks = blockReader(store, undefined)
  expect(await fetchDag([roots[0].cid], { blocks, signal })).toEqual(
    leaves.slice(0, 16).map(({ cid }) => multihashKey(cid.multihash.bytes))
  )
  expect(await fetchDag([roots[1].cid], { blocks, signal })).toBeUndefined()
})
