import type { CID } from 'multiformats/cid'
import { batchReady } from '../../async/iteration/batch-ready.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import type { BatchOptions } from '../../store/blockstore/capabilities.ts'
import type { BlockSource } from './block-source.ts'

/** The size of a batch in bytes. */
const BATCH_BYTES = 256 * 1024

/** Yields blocks of a store in batches, also if the store has no batches of its own. See `BatchReader`. */
export async function* localBatches (
  store: BlockSource,
  cids: CID[],
  { signal, maxBlockBytes, linksAlone }: BatchOptions
): AsyncGenerator<Block[]> {
  const { batches } = store.capabilities

  if (batches != null) {
    yield* batches.readBatches(cids, { signal, maxBlockBytes, linksAlone })
  } else if (maxBlockBytes == null) {
    yield* batchReady(store.bytesMany(cids, { signal }), {
      weigh: ({ bytes }) => bytes.byteLength,
      maxWeight: BATCH_BYTES
    })
  } else {
    const small = await Promise.all(cids.map(async (cid) => await readSmall(store, cid, { signal, maxBlockBytes })))
    signal?.throwIfAborted()
    yield small.filter((block) => block != null) as Block[]
  }
}

async function readSmall (
  store: BlockSource,
  cid: CID,
  { signal, maxBlockBytes = Infinity }: BatchOptions
): Promise<Block | undefined> {
  try {
    return (await store.size(cid, { signal }) ?? Infinity) <= maxBlockBytes
      ? { cid, bytes: await store.bytes(cid, { signal }) }
      : undefined
  } catch {
    // It is missing or damaged.
    return undefined
  }
}
