import { MemoryDatastore } from 'datastore-core'
import { CID } from 'multiformats/cid'
import { beforeEach, expect, it, vi } from 'vitest'
import { blockReader } from '../blocks/block-reader.ts'
import type { BlockReader } from '../blocks/block-reader.ts'
import type { Block } from '../store/blockstore.ts'
import { MemoryBlockstore } from '../store/memory-blockstore.ts'
import { cborNode, putBlocks, rawLeaf, smallDag } from '../testing/small-dag.ts'
import { DatastorePinStore } from './datastore-pin-store.ts'
import { PinIndex } from './pin-index.ts'
import type { PinStore } from './pin-store.ts'

const { signal } = new AbortController()

let store: MemoryBlockstore
let pins: DatastorePinStore
let index: PinIndex
let reads: number

function countingReader (reader: BlockReader): BlockReader {
  return {
    ...reader,
    async * getMany (cids, options) {
      for await (const block of reader.getMany(cids, options)) {
        reads++
        yield block
      }
    }
  }
}

/** Counts, and holds each read beyond so many until it is opened further. */
function gatedReader (limit: number): BlockReader & { open: (limit: number) => void, held: () => Promise<void>, isHeld: () => boolean } {
  const local = blockReader(store, undefined)
  const waiting: Array<() => void> = []
  let onHeld = (): void => {}
  const firstHeld = new Promise<void>((resolve) => { onHeld = resolve })

  return {
    ...local,
    async * getMany (cids, options) {
      for await (const block of local.getMany(cids, options)) {
        while (reads >= limit) {
          await new Promise<void>((resolve) => { waiting.push(resolve); onHeld() })
        }

        reads++
        yield block
      }
    },
    open: (next) => {
      limit = next
      waiting.splice(0).forEach((go) => { go() })
    },
    held: async () => { await firstHeld },
    isHeld: () => waiting.length > 0
  }
}

beforeEach(() => {
  store = new MemoryBlockstore()
  pins = new DatastorePinStore(new MemoryDatastore())
  index = new PinIndex(pins, countingReader(blockReader(store, undefined)))
  reads = 0
})

async function pin (cid: CID, mode: 'recursive' | 'direct' = 'recursive'): Promise<void> {
  await pins.put({ cid, mode, name: '' })
}

async function through (...blocks: Array<CID | Block>): Promise<Array<string | undefined>> {
  return (await index.through(blocks.map((block) => 'cid' in block ? block.cid : block), { signal })).map((cid) => cid?.toString())
}

it('finds what lies below recursive pins, and reads it once', async () => {
  const a = smallDag('a')
  const b = smallDag('b')
  await putBlocks(store, [...a.blocks, ...b.blocks])
  await pin(a.root)
  await pin(b.root, 'direct')
  const [, inner, , leaf] = a.blocks

  expect(await through(inner, leaf, rawLeaf('nowhere'))).toEqual([String(a.root), String(a.root), undefined])
  expect(reads).toBe(3)
  expect(await through(b.blocks[1], leaf, rawLeaf('elsewhere'))).toEqual([undefined, String(a.root), undefined])
  expect(await index.keeper(inner.cid, { signal })).toEqual({ mode: 'indirect', through: a.root })
  expect(reads).toBe(3)
})

it('walks below a new pin alone, and starts anew when one went', async () => {
  const a = smallDag('a')
  const shared = cborNode('over a and b', [a.root, rawLeaf('x').cid])
  await putBlocks(store, [...a.blocks, shared, rawLeaf('x')])
  await pin(a.root)
  expect(await through(a.blocks[3])).toEqual([String(a.root)])
  reads = 0

  await pin(shared.cid)
  expect(await through(rawLeaf('x'), a.blocks[3])).toEqual([String(shared.cid), String(a.root)])
  // the new root, and the old one below it; not what is below that
  expect(reads).toBeLessThanOrEqual(2)

  await pins.remove(a.root)
  expect(await through(rawLeaf('x'), a.blocks[3])).toEqual([String(shared.cid), String(shared.cid)])
  await pins.remove(shared.cid)
  expect(await through(rawLeaf('x'), a.blocks[3])).toEqual([undefined, undefined])
})

it('forgets a recursive pin that became a direct one by removing and adding', async () => {
  const a = smallDag('a')
  await putBlocks(store, a.blocks)
  await pin(a.root)
  expect(await through(a.blocks[3])).toEqual([String(a.root)])
  await pins.remove(a.root)
  await pin(a.root, 'direct')
  expect(await through(a.blocks[3])).toEqual([undefined])
  expect(await index.keeper(a.root, { signal })).toEqual({ mode: 'direct' })
})

it('tells apart the CIDs of one block where it has to, and not where the block is to be kept', async () => {
  const leaf = cborNode('leaf')
  const root = cborNode('root', [leaf.cid])
  const direct = cborNode('direct')
  await putBlocks(store, [leaf, root, direct])
  await pin(root.cid)
  await pin(direct.cid, 'direct')
  const raw = ({ cid }: Block): CID => CID.createV1(0x55, cid.multihash)

  expect(await through(raw(leaf))).toEqual([undefined])
  expect(await index.keeper(raw(leaf), { signal })).toEqual({ mode: 'indirect', through: root.cid })
  expect(await index.keeper(raw(root), { signal })).toEqual({ mode: 'recursive' })
  expect(await index.keeper(raw(direct), { signal })).toEqual({ mode: 'direct' })
  expect(await index.keeper(rawLeaf('free').cid, { signal })).toBeUndefined()
})

it('answers what it can when a block of a pin is missing, and looks again when it came', async () => {
  const a = smallDag('a')
  const [, missing, second, leaf] = a.blocks
  await putBlocks(store, a.blocks.filter((block) => block !== missing))
  await pin(a.root)

  expect(await through(second)).toEqual([String(a.root)])
  expect(await through(missing)).toEqual([String(a.root)])
  await expect(through(leaf)).rejects.toThrow(`block was not found locally (offline): ipld: could not find ${missing.cid}`)
  await expect(index.keeper(leaf.cid, { signal })).rejects.toThrow('could not find')

  await putBlocks(store, [missing])
  expect(await through(leaf)).toEqual([String(a.root)])
})

it('serves questions at the same time, and one that was given up spoils none', async () => {
  const dags = ['a', 'b', 'c'].map(smallDag)
  const controller = new AbortController()

  for (const { root, blocks } of dags) {
    await putBlocks(store, blocks)
    await pin(root)
  }

  const aborted = index.through([rawLeaf('nowhere').cid], { signal: controller.signal })
  const others = Promise.all(dags.map(async ({ blocks }) => await through(blocks[4])))
  controller.abort(new DOMException('enough', 'AbortError'))
  await expect(aborted).rejects.toThrow('enough')
  expect(await others).toEqual(dags.map(({ root }) => [String(root)]))
  expect(await through(rawLeaf('nowhere'))).toEqual([undefined])
  // one walk for all of them
  expect(reads).toBe(9)
})

it('goes on where it was when all had left', async () => {
  const dags = Array.from({ length: 300 }, (_, i) => smallDag(`dag ${i}`))
  const reader = gatedReader(100)
  const asked = new PinIndex(pins, reader)

  for (const { root, blocks } of dags) {
    await putBlocks(store, blocks)
    await pin(root)
  }

  const controller = new AbortController()
  const aborted = asked.through([rawLeaf('nowhere').cid], { signal: controller.signal })
  await reader.held()
  expect(reads).toBe(100)
  controller.abort(new DOMException('enough', 'AbortError'))
  await expect(aborted).rejects.toThrow('enough')

  // those that are read together are walked to their end, as they are few, and nothing beyond
  reader.open(256 * 3)
  await vi.waitFor(() => { expect(reads).toBe(256 * 3) })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(reader.isHeld()).toBe(false)

  reader.open(Infinity)
  expect(await asked.through([rawLeaf('nowhere').cid, dags[7].blocks[3].cid], { signal })).toEqual([undefined, dags[7].root])
  expect(reads).toBe(900)
})

it('takes pins from the list no faster than it walks them', async () => {
  let listed = 0
  let open = false
  const gate: Array<() => void> = []
  const many = cborNode('many')
  await putBlocks(store, [many])

  const endless: Partial<DatastorePinStore> = {
    ofBlock: async () => [],
    get: async (cid) => ({ cid, mode: 'recursive', name: '' }),
    watch: () => {},
    walks: { load: async () => undefined, save: async () => {} },
    async * list () { while (listed < 5000) yield { cid: cborNode(`pin ${listed++}`, [many.cid]).cid, mode: 'recursive', name: '' } }
  }
  const slow = blockReader(store, undefined)
  const asked = new PinIndex(endless as PinStore, {
    ...slow,
    async * getMany (cids) {
      for (const cid of cids) {
        if (!open) await new Promise<void>((resolve) => { gate.push(resolve) })
        yield { cid, bytes: many.bytes }
      }
    }
  }).through([rawLeaf('nowhere').cid], { signal })
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(listed).toBe(256)
  open = true
  gate.forEach((go) => { go() })
  expect(await asked).toEqual([undefined])
  expect(listed).toBe(5000)
})

it('says what keeps a block without a walk, as far as it is known', async () => {
  const a = smallDag('a')
  const b = smallDag('b')
  const free = rawLeaf('free')
  await putBlocks(store, [...a.blocks, ...b.blocks, free])
  await pin(a.root)
  expect(await index.knownKeeper(free.cid)).toBe('unknown')
  expect(await index.keeper(free.cid, { signal })).toBeUndefined()
  reads = 0

  expect(await index.knownKeeper(free.cid)).toBe('none')
  expect(await index.knownKeeper(a.root)).toEqual({ mode: 'recursive' })
  expect(await index.knownKeeper(a.blocks[3].cid)).toEqual({ mode: 'indirect', through: a.root })
  await pin(b.root)
  expect(await index.knownKeeper(free.cid)).toBe('unknown')
  await pin(free.cid, 'direct')
  expect(await index.knownKeeper(free.cid)).toEqual({ mode: 'direct' })
  await pins.remove(free.cid)
  expect(reads).toBe(0)

  expect(await index.keeper(free.cid, { signal })).toBeUndefined()
  await pins.remove(b.root)
  // the filter knows it still; that it is kept by nothing has to be found out
  expect(await index.knownKeeper(b.blocks[3].cid)).toBe('unknown')
  expect(await index.keeper(b.blocks[3].cid, { signal })).toBeUndefined()
  expect(await index.knownKeeper(b.blocks[3].cid)).toBe('none')
  await pin(b.root)
  expect(await index.keeper(b.blocks[3].cid, { signal })).toEqual({ mode: 'indirect', through: b.root })
})

it('answers of more pins than it remembers to walk', async () => {
  const last = smallDag('last')
  await putBlocks(store, last.blocks)
  expect(await through(last.blocks[4])).toEqual([undefined])

  await pins.change(async (change) => {
    for (let i = 0; i < 10_001; i++) change.put({ cid: rawLeaf(`pin ${i}`).cid, mode: 'recursive', name: '' })
    change.put({ cid: last.root, mode: 'recursive', name: '' })
  })

  expect(await through(last.blocks[4], rawLeaf('pin 5000'), rawLeaf('nowhere'))).toEqual([String(last.root), String(rawLeaf('pin 5000').cid), undefined])
})
