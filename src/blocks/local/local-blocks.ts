import type { CID } from 'multiformats/cid'
import { batchReady } from '../../async/iteration/batch-ready.ts'
import { ifFound } from '../../async/promises/if-found.ts'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { isError, NOT_FOUND } from '../../errors/define-error.ts'
import type { Block, ReadOneOptions, StoreOptions } from '../../store/blockstore/blockstore.ts'
import type { BatchOptions } from '../../store/blockstore/capabilities.ts'
import type { BlockSource } from './block-source.ts'

/** The size of a batch in bytes. */
const BATCH_BYTES = 256 * 1024

/** Reads local blocks: from the store, or from CIDs with an identity hash, which are not stored. */
export class LocalBlocks {
  readonly #store: BlockSource

  constructor (store: BlockSource) {
    this.#store = store
  }

  /**
   * Reads a block.
   *
   * @returns undefined if it is not local
   */
  async bytes (cid: CID, options: ReadOneOptions): Promise<Uint8Array | undefined> {
    const bytes = identityBytes(cid)

    if (bytes != null) {
      return bytes
    }

    options.signal?.throwIfAborted()
    return await ifFound(() => this.#store.bytes(cid, options))
  }

  async has (cid: CID): Promise<boolean> {
    return !isStored(cid) || await this.#store.has(cid)
  }

  async size (cid: CID, options: StoreOptions): Promise<number | undefined> {
    return isStored(cid) ? await this.#store.size(cid, options) : cid.multihash.digest.byteLength
  }

  /**
   * Yields blocks in the order of the CIDs, in batches that are read together. Ends before the first that is missing.
   */
  async *batches (cids: CID[], options: Omit<BatchOptions, 'maxBlockBytes'>): AsyncGenerator<Block[]> {
    yield* mergeKnownBlocks(cids, identityBytes, (cids) => untilMissing(localBatches(this.#store, cids, options)))
  }

  /** Yields the existing blocks up to a maximum size, in the order of the CIDs. */
  async *small (cids: CID[], { signal, maxBlockBytes }: BatchOptions): AsyncGenerator<Block[]> {
    yield* localBatches(this.#store, cids.filter(isStored), { signal, maxBlockBytes })
  }

  /** Yields sizes in the order of the CIDs. Ends before the first block that is missing. */
  async *sizes (cids: CID[], options: StoreOptions): AsyncGenerator<number[]> {
    // Concurrently, for stores that look up all requests of one task in one transaction.
    const sizes = await Promise.allSettled(cids.map(async (cid) => await this.size(cid, options)))
    const batch: number[] = []

    for (const size of sizes) {
      if (size.status === 'rejected') {
        yield batch
        throw size.reason
      }

      if (size.value == null) {
        break
      }

      batch.push(size.value)
    }

    yield batch
  }
}

/** Returns the bytes of a block with an identity hash. */
function identityBytes (cid: CID): Uint8Array | undefined {
  return isStored(cid) ? undefined : cid.multihash.digest
}

async function* untilMissing (source: AsyncIterable<Block[]>): AsyncGenerator<Block[]> {
  try {
    yield* source
  } catch (err) {
    if (!isError(err, NOT_FOUND)) {
      throw err
    }
  }
}

function isStored (cid: CID): boolean {
  return cid.multihash.code !== HASH.identity
}

/**
 * Yields blocks in the order of the CIDs, in batches: known ones, and between them those that are read. Ends if `read`
 * ends early.
 */
export async function* mergeKnownBlocks (
  cids: CID[],
  known: (cid: CID) => Uint8Array | undefined,
  read: (cids: CID[]) => AsyncGenerator<Block[]>
): AsyncGenerator<Block[]> {
  const here = cids.map(known)
  const others = read(cids.filter((_, i) => here[i] == null))
  let came: Block[] = []
  let at = 0
  let batch: Block[] = []

  try {
    for (const [i, cid] of cids.entries()) {
      const bytes = here[i]

      if (bytes != null) {
        batch.push({ cid, bytes })
        continue
      }

      if (at === came.length) {
        if (batch.length > 0) {
          yield batch
          batch = []
        }

        const next = await others.next()

        if (next.done === true) {
          return
        }

        came = next.value
        at = 0
      }

      batch.push(came[at++])
    }

    if (batch.length > 0) {
      yield batch
    }
  } finally {
    await others.return(undefined)
  }
}

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
