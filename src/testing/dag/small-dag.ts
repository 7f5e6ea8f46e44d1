import * as dagCbor from '@ipld/dag-cbor'
import { CID } from 'multiformats/cid'
import { hashSync } from '../../cid/hash/hash.ts'
import type { Block, Blockstore } from '../../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'

/** Creates a dag-cbor node with a unique name, and links. */
export function cborNode (name: string, links: CID[] = []): Block {
  const bytes = dagCbor.encode({ name, links })
  return { cid: CID.createV1(dagCbor.code, hashSync(bytes)), bytes }
}

/** Creates a raw leaf. */
export function rawLeaf (text: string): Block {
  const bytes = new TextEncoder().encode(text)
  return { cid: CID.createV1(0x55, hashSync(bytes)), bytes }
}

/** Creates a root over two nodes, one of them over two leaves, all with the name in them. */
export function smallDag (name: string): { root: CID; blocks: Block[] } {
  const leaves = [rawLeaf(`${name} leaf 1`), rawLeaf(`${name} leaf 2`)]
  const inner = [cborNode(`${name} inner 1`, leaves.map(({ cid }) => cid)), cborNode(`${name} inner 2`)]
  const root = cborNode(`${name} root`, inner.map(({ cid }) => cid))
  return { root: root.cid, blocks: [root, ...inner, ...leaves] }
}

export async function putBlocks (store: Blockstore, blocks: Block[]): Promise<void> {
  for (const { cid, bytes } of blocks) {
    await store.put(cid, bytes)
  }
}

/** Creates a store in memory with these DAGs. */
export async function storeOf (dags: ReadonlyArray<{ blocks: Block[] }>): Promise<MemoryBlockstore> {
  const store = new MemoryBlockstore()
  for (const { blocks } of dags) {
    await putBlocks(store, blocks)
  }
  return store
}

/** Returns the CID with which a store lists a block. */
export function storeKey ({ cid }: { cid: CID }): string {
  return CID.createV1(0x55, cid.multihash).toString()
}
