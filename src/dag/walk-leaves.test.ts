import 'fake-indexeddb/auto'

import all from 'it-all'
import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { blockReader } from '../blocks/reader/block-reader.ts'
import { hashSync } from '../cid/hash/hash.ts'
import { dagPb } from '../ipld/dag-pb/dag-pb.ts'
import { encodePbNode } from '../ipld/dag-pb/encode-pb-node.ts'
import { leafContent, leafOf } from '../ipld/dag-pb/leaf-frame.ts'
import { openPackedBlockstore } from '../store/packed/open-packed-blockstore.ts'
import type { PackedBlockstore } from '../store/packed/packed-blockstore.ts'
import { SegmentReader } from '../store/packed/segments/segment-reader.ts'
import { newIndexedDB } from '../testing/store/store-fixtures.ts'
import { walkBelow } from './walk-below.ts'
import type { LeafMode } from './walk-frame.ts'
import { walkDag } from './walk.ts'
import type { WalkedBlock } from './walk.ts'

const CONTENT = 262_144
const signal = new AbortController().signal

let store: PackedBlockstore
let root: CID
const leaves: CID[] = []

const pbCid = (bytes: Uint8Array): CID => CID.createV1(dagPb.code, hashSync(bytes))

beforeEach(async () => {
  store = await openPackedBlockstore('test', { indexedDB: newIndexedDB(), compactInBackground: false })
})

afterEach(async () => {
  await store.close()
  vi.restoreAllMocks()
})

/**
 * How the leaves of a file come into the store: handed over, so that the content lies there before they are made, or as
 * blocks.
 */
type Way = 'staged' | 'put'

/** Puts a file of eight leaves of dag-pb. */
async function putFile (way: Way): Promise<void> {
  const session = store.session()
  const bytes = crypto.getRandomValues(new Uint8Array(65536))
  const blob = new Blob(Array.from({ length: 8 * CONTENT / 65536 }, (_, i) => bytes.map((byte) => byte + i)))
  const content = way === 'staged'
    ? await (await session.capabilities.staging!.stage(blob))!()
    : new Uint8Array(await blob.arrayBuffer())
  leaves.length = 0

  for (let at = 0; at < content.length; at += CONTENT) {
    const part = content.subarray(at, at + CONTENT)
    const block = leafOf(part)
    leaves.push(pbCid(block))
    await (way === 'staged'
      ? session.capabilities.staging!.putPayload(leaves.at(-1)!, part)
      : session.put(leaves.at(-1)!, block))
  }

  const node = encodePbNode(leaves.map((cid) => ({ cid, nameBytes: new Uint8Array(0), tsize: CONTENT })))
  root = pbCid(node)
  await session.put(root, node)
  await session.commit()
}

async function walked (mode: LeafMode): Promise<WalkedBlock[]> {
  return await all(walkDag([root], { blocks: blockReader(store, undefined), signal, leaves: mode }))
}

it.each(['check', 'trust'] as const)(
  'reads no leaf if the store knows that it is one (%s), and its size',
  async (mode) => {
    for (const way of ['staged', 'put'] as const) {
      await putFile(way)
      const whole = (await walked('load')).map(({ bytes: _, ...rest }) => rest)
      const ranges = vi.spyOn(SegmentReader.prototype, 'range')
      const light = await walked(mode)

      expect(light.map(({ bytes: _, ...rest }) => rest)).toEqual(whole)
      expect(light.map(({ bytes }) => bytes != null)).toEqual([true, ...leaves.map(() => false)])
      expect(ranges).not.toHaveBeenCalled()
      ranges.mockRestore()
    }
  }
)

it('checks that a reported leaf is stored', async () => {
  await putFile('put')
  await store.delete(leaves[3])
  await expect(walked('check')).rejects.toThrow(String(leaves[3]))
})

it('lists descendants without reading leaves, even in a rewritten segment', async () => {
  await putFile('put')
  for (const cid of leaves.slice(0, 5)) {
    await store.delete(cid)
  }
  const compacted = vi.spyOn(SegmentReader.prototype, 'range')
  await store.compact()
  expect(compacted).toHaveBeenCalledTimes(3)
  compacted.mockClear()
  const rest = leaves.slice(5)
  const node = encodePbNode(rest.map((cid) => ({ cid, nameBytes: new Uint8Array(0), tsize: CONTENT })))
  await store.put(pbCid(node), node)
  const below = await all(walkBelow(
    (async function* () {
      yield { cid: pbCid(node) }
    })(),
    { blocks: blockReader(store, undefined), signal }
  ))
  expect(below.map(String)).toEqual(rest.map(String))
  expect(compacted).not.toHaveBeenCalled()
  for (const cid of rest) {
    expect(hashSync(await store.bytes(cid)).bytes).toEqual(cid.multihash.bytes)
  }
})

it('a file stored block by block is contiguous in its segment, and is sent as one Blob', async () => {
  await putFile('put')
  const file = await store.blob(leaves.map((cid) => ({ cid, size: CONTENT, start: 0, end: CONTENT, isContent: true })))
  expect(file?.size).toBe(8 * CONTENT)
  const whole = Buffer.concat(await Promise.all(leaves.map(async (cid) => leafContent(await store.bytes(cid))!)))
  expect(Buffer.compare(whole, Buffer.from(await file!.arrayBuffer()))).toBe(0)
})

it('reads a leaf that is requested with another codec', async () => {
  await putFile('staged')
  const cborCid = CID.createV1(0x71, leaves[0].multihash)
  const lots = await all(store.readBatches([cborCid, leaves[0]], { linksAlone: true }))
  expect(lots.flat().map(({ bytes, size }) => [bytes.length, size])).toEqual([[CONTENT + 14, undefined], [
    0,
    CONTENT + 14
  ]])
})
