import { CID } from 'multiformats/cid'
import { describe, expect, test } from 'vitest'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { hash } from '../../cid/hash/hash.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { blockReader } from '../reader/block-reader.ts'
import { ReadAhead } from './read-ahead.ts'

const { signal } = new AbortController()

/** A store with parents that have some children each, and the number of its reads. */
async function family (
  parents: number,
  children: number,
  bytes = 10
): Promise<{ store: MemoryBlockstore; parents: CID[]; childrenOf: (cid: CID) => CID[]; looks: () => number }> {
  const store = new MemoryBlockstore()
  const below = new Map<string, CID[]>()
  let looks = 0

  const put = async (name: string, size: number): Promise<CID> => {
    const block = new Uint8Array(size)
    new TextEncoder().encodeInto(name, block)
    const cid = CID.createV1(CODEC.raw, await hash(block))
    await store.put(cid, block)
    return cid
  }

  for (let i = 0; i < parents; i++) {
    const cid = await put(`parent ${i}`, 20)
    below.set(
      cid.toString(),
      await Promise.all(Array.from({ length: children }, async (_, k) => await put(`${i}/${k}`, bytes)))
    )
  }

  const { bytesMany } = store
  store.bytesMany = (cids, options) => {
    looks++
    return bytesMany.call(store, cids, options)
  }

  return {
    store,
    parents: [...below.keys()].map((cid) => CID.parse(cid)),
    childrenOf: (cid) => below.get(cid.toString()) ?? [],
    looks: () => looks
  }
}

async function readAll (store: MemoryBlockstore, parents: CID[], childrenOf: (cid: CID) => CID[]): Promise<string[]> {
  const reader = blockReader(store, undefined)
  const options = { signal, ahead: new ReadAhead(), below: ({ cid }: Block) => childrenOf(cid) }
  const read: string[] = []

  for await (const { cid } of reader.getMany(parents, options)) {
    read.push(cid.toString())
    for await (const child of reader.getMany(childrenOf(cid), options)) {
      read.push(child.cid.toString())
    }
  }

  return read
}

describe('ReadAhead', () => {
  test('reads the children of siblings together, and yields them in order', async () => {
    const { store, parents, childrenOf, looks } = await family(50, 3)
    const expected = parents.flatMap((cid) => [cid, ...childrenOf(cid)]).map(String)

    expect(await readAll(store, parents, childrenOf)).toEqual(expected)
    expect(looks()).toBeLessThan(20)
  })

  test('does not read large blocks ahead', async () => {
    const { store, parents, childrenOf, looks } = await family(10, 2, 100_000)
    expect(await readAll(store, parents, childrenOf)).toHaveLength(30)
    expect(looks()).toBe(11)
  })

  test('does not hide missing blocks, nor treat blocks inlined in a CID as missing', async () => {
    const { store, parents, childrenOf } = await family(5, 2)
    const inside = CID.createV1(CODEC.raw, await hash(new Uint8Array([1, 2, 3]), 0))
    await store.delete(childrenOf(parents[3])[1])
    const below = (cid: CID): CID[] => childrenOf(cid).flatMap((child) => [inside, child])
    await expect(readAll(store, parents, below)).rejects.toMatchObject({
      name: 'BlockNotFoundError',
      message: expect.stringContaining(childrenOf(parents[3])[1].toString()) as string
    })
  })

  test('skips blocks that cannot be decoded, which fail when they are read', async () => {
    const { store, parents, childrenOf } = await family(5, 2)
    const reader = blockReader(store, undefined)
    const below = ({ cid }: Block): CID[] => {
      if (cid.equals(parents[1])) {
        throw new Error('not a node')
      }
      return childrenOf(cid)
    }
    const read: Block[] = []
    for await (const block of reader.getMany(parents, { signal, ahead: new ReadAhead(), below })) {
      read.push(block)
    }
    expect(read).toHaveLength(5)
  })
})
