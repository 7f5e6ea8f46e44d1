import { MemoryDatastore } from 'datastore-core'
import { CID } from 'multiformats/cid'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { byMany } from '../../testing/dag/by-many.ts'
import { cborNode, putBlocks, rawLeaf, smallDag } from '../../testing/dag/small-dag.ts'
import { DatastoreDescendantIndex } from '../store/datastore-descendant-index.ts'
import { DatastorePinStore } from '../store/datastore-pin-store.ts'
import type { PinStore } from '../store/pin-store.ts'
import { DescendantRows } from '../walk-log/descendant-rows.ts'
import { PinIndex } from './pin-index.ts'

const { signal } = new AbortController()

let store: MemoryBlockstore
let pins: DatastorePinStore
let index: PinIndex
let reads: number

function countingReader (reader: BlockReader): BlockReader {
  return byMany(reader, async function* (cids, options) {
    for await (const block of reader.getMany(cids, options)) {
      reads++
      yield block
    }
  })
}

/** Returns a reader that counts reads, and blocks each read beyond a limit until the limit is raised. */
function gatedReader (
  limit: number
): BlockReader & { open: (limit: number) => void; held: () => Promise<void>; isHeld: () => boolean } {
  const local = blockReader(store, undefined)
  const waiting: Array<() => void> = []
  let onHeld = (): void => {}
  const firstHeld = new Promise<void>((resolve) => {
    onHeld = resolve
  })

  return {
    ...byMany(local, async function* (cids, options) {
      for await (const block of local.getMany(cids, options)) {
        while (reads >= limit) {
          await new Promise<void>((resolve) => {
            waiting.push(resolve)
            onHeld()
          })
        }

        reads++
        yield block
      }
    }),
    open: (next) => {
      limit = next
      waiting.splice(0).forEach((go) => {
        go()
      })
    },
    held: async () => {
      await firstHeld
    },
    isHeld: () => waiting.length > 0
  }
}

beforeEach(() => {
  vi.restoreAllMocks()
  store = new MemoryBlockstore()
  pins = new DatastorePinStore(new MemoryDatastore())
  index = new PinIndex(pins, countingReader(blockReader(store, undefined)))
  reads = 0
})

async function pin (cid: CID, mode: 'recursive' | 'direct' = 'recursive'): Promise<void> {
  await pins.put({ cid, mode, name: '' })
}

async function through (...blocks: Array<CID | Block>): Promise<Array<string | undefined>> {
  return (await index.through(blocks.map((block) => 'cid' in block ? block.cid : block), { signal })).map((cid) =>
    cid?.toString()
  )
}

it('finds descendants of recursive pins, and reads each block once', async () => {
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

it('walks only a new pin, and restarts after a pin was removed', async () => {
  const a = smallDag('a')
  const shared = cborNode('over a and b', [a.root, rawLeaf('x').cid])
  await putBlocks(store, [...a.blocks, shared, rawLeaf('x')])
  await pin(a.root)
  expect(await through(a.blocks[3])).toEqual([String(a.root)])
  reads = 0

  await pin(shared.cid)
  expect(await through(rawLeaf('x'), a.blocks[3])).toEqual([String(shared.cid), String(a.root)])
  // The new root, and the old one below it, but not the descendants of the old one.
  expect(reads).toBeLessThanOrEqual(2)

  await pins.remove(a.root)
  expect(await through(rawLeaf('x'), a.blocks[3])).toEqual([String(shared.cid), String(shared.cid)])
  await pins.remove(shared.cid)
  expect(await through(rawLeaf('x'), a.blocks[3])).toEqual([undefined, undefined])
})

it('drops a recursive pin that was replaced by a direct one', async () => {
  const a = smallDag('a')
  await putBlocks(store, a.blocks)
  await pin(a.root)
  expect(await through(a.blocks[3])).toEqual([String(a.root)])
  await pins.remove(a.root)
  await pin(a.root, 'direct')
  expect(await through(a.blocks[3])).toEqual([undefined])
  expect(await index.keeper(a.root, { signal })).toEqual({ mode: 'direct' })
})

it('distinguishes the CIDs of one block if needed, but not if the block must be kept', async () => {
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

it('answers as far as possible if a block of a pin is missing, and retries when it arrives', async () => {
  const a = smallDag('a')
  const [, missing, second, leaf] = a.blocks
  await putBlocks(store, a.blocks.filter((block) => block !== missing))
  await pin(a.root)

  expect(await through(second)).toEqual([String(a.root)])
  expect(await through(missing)).toEqual([String(a.root)])
  await expect(through(leaf)).rejects.toThrow(
    `block was not found locally (offline): ipld: could not find ${missing.cid}`
  )
  await expect(index.keeper(leaf.cid, { signal })).rejects.toThrow('could not find')

  await putBlocks(store, [missing])
  expect(await through(leaf)).toEqual([String(a.root)])
})

it('answers concurrent queries, and an aborted one disturbs no other', async () => {
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
  // One walk answers all questions.
  expect(reads).toBe(9)
})

it('resumes after all callers have left', async () => {
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

  // Roots of one small batch are walked to their end, and no further batch.
  reader.open(256 * 3)
  await vi.waitFor(() => {
    expect(reads).toBe(256 * 3)
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(reader.isHeld()).toBe(false)

  reader.open(Infinity)
  expect(await asked.through([rawLeaf('nowhere').cid, dags[7].blocks[3].cid], { signal })).toEqual([
    undefined,
    dags[7].root
  ])
  expect(reads).toBe(900)
})

it('reads the list of pins no faster than it walks them', async () => {
  let listed = 0
  let open = false
  const gate: Array<() => void> = []
  const many = cborNode('many')
  await putBlocks(store, [many])

  const endless: Partial<DatastorePinStore> = {
    ofBlock: async () => [],
    get: async (cid) => ({ cid, mode: 'recursive', name: '' }),
    watch: () => {},
    walks: {
      descendants: new DatastoreDescendantIndex(new MemoryDatastore()),
      rows: new DescendantRows(new MemoryDatastore()),
      load: async () => undefined,
      isCurrent: async () => false,
      begin: async () => {},
      advance: async () => {},
      save: async () => {}
    },
    async *list () {
      while (listed < 5000) {
        yield { cid: cborNode(`pin ${listed++}`, [many.cid]).cid, mode: 'recursive', name: '' }
      }
    }
  }
  const slow = blockReader(store, undefined)
  const asked = new PinIndex(
    endless as PinStore,
    byMany(slow, async function* (cids) {
      for (const cid of cids) {
        if (!open) {
          await new Promise<void>((resolve) => {
            gate.push(resolve)
          })
        }
        yield { cid, bytes: many.bytes }
      }
    })
  ).through([rawLeaf('nowhere').cid], { signal })
  await vi.waitFor(() => {
    expect(listed).toBe(256)
  })
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(listed).toBe(256)
  open = true
  gate.forEach((go) => {
    go()
  })
  expect(await asked).toEqual([undefined])
  expect(listed).toBe(5000)
})

it('answers without a walk if the pin of a block is known', async () => {
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
  // The filter still contains it. Only a walk shows that no pin keeps it.
  expect(await index.knownKeeper(b.blocks[3].cid)).toBe('unknown')
  expect(await index.keeper(b.blocks[3].cid, { signal })).toBeUndefined()
  expect(await index.knownKeeper(b.blocks[3].cid)).toBe('none')
  await pin(b.root)
  expect(await index.keeper(b.blocks[3].cid, { signal })).toEqual({ mode: 'indirect', through: b.root })
})

it('answers for more pins than it can queue', async () => {
  const last = smallDag('last')
  const many = Array.from({ length: 10_001 }, (_, i) => cborNode(`pin ${i}`))
  await putBlocks(store, [...last.blocks, ...many])
  expect(await through(last.blocks[4])).toEqual([undefined])

  await pins.change(async (change) => {
    many.forEach(({ cid }) => {
      change.put({ cid, mode: 'recursive', name: '' })
    })
    change.put({ cid: last.root, mode: 'recursive', name: '' })
  })

  expect(await through(last.blocks[4], many[5000], rawLeaf('nowhere'))).toEqual([
    String(last.root),
    String(many[5000].cid),
    undefined
  ])
})

it('releases a block without a walk when its own pin is removed', async () => {
  const alone = cborNode('alone')
  const below = cborNode('below')
  const over = cborNode('over', [below.cid])
  await putBlocks(store, [alone, below, over])
  for (const { cid } of [alone, below, over]) {
    await pin(cid)
  }
  expect(await through(rawLeaf('nowhere'))).toEqual([undefined])
  reads = 0

  await pins.remove(alone.cid)
  await pins.remove(below.cid)
  expect(await index.knownKeeper(alone.cid)).toBe('none')
  expect(await index.keeper(alone.cid, { signal })).toBeUndefined()
  expect(reads).toBe(0)
  expect(await index.keeper(below.cid, { signal })).toEqual({ mode: 'indirect', through: over.cid })
})

describe('with more CIDs than it can remember', () => {
  const leaves = Array.from({ length: 40 }, (_, i) => cborNode(`leaf ${i}`))
  const nodes = Array.from(
    { length: 4 },
    (_, i) => cborNode(`node ${i}`, leaves.slice(i * 10, i * 10 + 10).map(({ cid }) => cid))
  )
  const [, , third, fourth] = nodes

  beforeEach(async () => {
    index = new PinIndex(pins, countingReader(blockReader(store, undefined)), { maxLeaves: 5 })
    await putBlocks(store, [...leaves, ...nodes])
    for (const { cid } of nodes) {
      await pin(cid)
    }
    expect(await through(rawLeaf('nowhere'))).toEqual([undefined])
    reads = 0
  })

  it('reports unpinned blocks as unpinned, as before', async () => {
    expect(await through(rawLeaf('elsewhere'))).toEqual([undefined])
    expect(await index.knownKeeper(rawLeaf('elsewhere').cid)).toBe('none')
    expect(reads).toBe(0)
  })

  it('walks to find another pin, and remembers the results for all', async () => {
    expect(await index.knownKeeper(leaves[25].cid)).toBe('unknown')
    expect(await through(leaves[25])).toEqual([String(third.cid)])
    // Roots of one batch are walked to their end.
    await vi.waitFor(() => {
      expect(reads).toBe(nodes.length + leaves.length)
    })
    reads = 0

    expect(await through(leaves[25], rawLeaf('elsewhere'))).toEqual([String(third.cid), undefined])
    expect(await index.knownKeeper(rawLeaf('elsewhere').cid)).toBe('none')
    expect(reads).toBe(0)

    // New pins are walked before a block is reported as lying below none.
    const late = cborNode('late', [rawLeaf('elsewhere').cid])
    await putBlocks(store, [late])
    await pin(late.cid)
    expect(await index.knownKeeper(rawLeaf('elsewhere').cid)).toBe('unknown')
    expect(await through(rawLeaf('elsewhere'))).toEqual([String(late.cid)])
    await pins.remove(third.cid)
    expect(await through(leaves[25])).toEqual([undefined])
  })

  it('does not release a block that is a descendant of a pin with another CID', async () => {
    const raw = CID.createV1(0x55, leaves[35].cid.multihash)
    expect(await through(raw)).toEqual([undefined])
    expect(await index.knownKeeper(raw)).not.toBe('none')
    expect(await index.keeper(raw, { signal })).toEqual({ mode: 'indirect', through: fourth.cid })
    expect(await through(raw)).toEqual([undefined])
  })
})

it('answers for 60,000 CIDs by one walk for all callers, even if one leaves, and later by none', async () => {
  const NODES = 60
  const WIDTH = 1000
  const controller = new AbortController()
  // The hash seed of the filter, which has a false positive once in 300 queries.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)

  // Not real hashes: they are not verified here.
  const cidOf = (code: number, number: number): CID => {
    const bytes = new Uint8Array(36)
    const view = new DataView(bytes.buffer)
    bytes.set([1, code, 0x12, 32])
    for (let at = 4; at < 32; at += 4) {
      view.setUint32(at, Math.imul(number + at, 0x9e3779b1) ^ number >>> 7)
    }
    view.setUint32(32, number)
    return CID.decode(bytes)
  }

  const root = cborNode('root', Array.from({ length: NODES }, (_, i) => cidOf(0x71, i)))
  const leaf = (number: number): CID => cidOf(0x55, NODES + number)
  const nowhere = (number: number): CID => cidOf(0x55, 0xf0000000 + number)

  const big = new PinIndex(
    pins,
    byMany(blockReader(store, undefined), async function* (cids) {
      for (const cid of cids) {
        if (++reads === 10) {
          controller.abort(new DOMException('enough', 'AbortError'))
        }
        const node = new DataView(cid.bytes.buffer, cid.bytes.byteOffset).getUint32(32)
        yield cid.equals(root.cid)
          ? root
          : { cid, bytes: cborNode('', Array.from({ length: WIDTH }, (_, i) => leaf(node * WIDTH + i))).bytes }
      }
    }),
    { maxLeaves: 50_000 }
  )

  await pin(root.cid)
  const leaver = big.through([nowhere(1)], { signal: controller.signal })
  const stayer = big.through([nowhere(2)], { signal })
  await expect(leaver).rejects.toThrow('enough')
  expect(await stayer).toEqual([undefined])
  expect(reads).toBe(1 + NODES)

  expect(await big.through([nowhere(1), leaf(1), leaf(40_000)], { signal })).toEqual([undefined, root.cid, root.cid])
  expect(await big.knownKeeper(nowhere(3))).toBe('none')
  expect(reads).toBe(1 + NODES)
})
