import type { CID } from 'multiformats/cid'
import { batches } from '../async/iteration/batches.ts'
import { timeLimit } from '../async/signals/time-limit.ts'
import { localBatches } from '../blocks/local/local-blocks.ts'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import { hash } from '../cid/hash/hash.ts'
import { blockKey } from '../cid/hash/multihash-key.ts'
import { isError, NOT_FOUND } from '../errors/define-error.ts'
import { errorMessage } from '../go/text/error-message.ts'
import type { Blockstore } from '../store/blockstore/blockstore.ts'

/** The number of blocks that are read and hashed concurrently. Each can have 2 MiB or more. */
const SIDE_BY_SIDE = 16

/** The number of blocks that are looked up together, and the maximum size of those that are read together. */
const BATCH = 256
const SMALL_BYTES = 16 * 1024

export type BlockState = 'valid' | 'corrupt' | 'removed' | 'remove failed' | 'healed' | 'heal failed'

/** The result for a block. The message is empty if the block is valid. */
export interface VerifiedBlock {
  state: BlockState
  message: string
}

export interface VerifyBlocksOptions {
  /** The handling of corrupt blocks: ignored, removed, or removed and fetched again; 0 ms means no timeout. */
  repair: 'none' | 'drop' | { blocks: BlockReader; timeoutMs: number }
  signal: AbortSignal
}

/** Reads and hashes every block of a store, in key order (Kubo `core/commands/repo.go`, `verifyWorkerRun`). */
export async function* verifyBlocks (store: Blockstore, options: VerifyBlocksOptions): AsyncGenerator<VerifiedBlock> {
  const running: Array<Promise<VerifiedBlock | undefined>> = []

  try {
    for await (const cids of batches(store.keys({ signal: options.signal }), BATCH)) {
      const small = await smallBlocks(store, cids, options)

      for (const cid of cids) {
        const job = verifyBlock(store, cid, small.get(blockKey(cid)), options)
        job.catch(() => {}) // thrown when its turn comes
        running.push(job)

        if (running.length === SIDE_BY_SIDE) {
          yield* yieldIfPresent(await running.shift())
        }
      }
    }

    while (running.length > 0) {
      yield* yieldIfPresent(await running.shift())
    }
  } finally {
    await Promise.allSettled(running)
  }
}

function* yieldIfPresent (block: VerifiedBlock | undefined): Generator<VerifiedBlock> {
  if (block != null) {
    yield block
  }
}

/** Reads small blocks together. Blocks that fail are then read alone, which shows their errors. */
async function smallBlocks (
  store: Blockstore,
  cids: CID[],
  { signal }: VerifyBlocksOptions
): Promise<Map<string, Uint8Array>> {
  const small = new Map<string, Uint8Array>()

  for await (const batch of localBatches(store, cids, { signal, maxBlockBytes: SMALL_BYTES })) {
    batch.forEach(({ cid, bytes }) => small.set(blockKey(cid), bytes))
  }

  return small
}

/**
 * Verifies one block.
 *
 * @param read - its bytes, if already read
 * @returns undefined if the block was removed since it was listed
 */
async function verifyBlock (
  store: Blockstore,
  cid: CID,
  read: Uint8Array | undefined,
  options: VerifyBlocksOptions
): Promise<VerifiedBlock | undefined> {
  let problem: string | undefined

  try {
    problem = await isIntact(cid, read ?? await store.bytes(cid, options))
      ? undefined
      : 'block in storage has different hash than requested'
  } catch (err) {
    options.signal.throwIfAborted()

    if (isError(err, NOT_FOUND) && !await store.has(cid)) {
      return undefined
    }

    problem = errorMessage(err)
  }

  return problem == null
    ? { state: 'valid', message: '' }
    : await repairBlock(store, cid, `block ${cid} was corrupt (${problem})`, options)
}

async function isIntact ({ multihash: { code, size, digest } }: CID, bytes: Uint8Array): Promise<boolean> {
  const actual = await hash(bytes, code, size)
  return actual.digest.every((byte, i) => byte === digest[i])
}

async function repairBlock (
  store: Blockstore,
  cid: CID,
  corrupt: string,
  { repair, signal }: VerifyBlocksOptions
): Promise<VerifiedBlock> {
  if (repair === 'none') {
    return { state: 'corrupt', message: corrupt }
  }

  try {
    await store.remove([cid])
  } catch (err) {
    return { state: 'remove failed', message: `${corrupt}, failed to remove (${errorMessage(err)})` }
  }

  if (repair === 'drop') {
    return { state: 'removed', message: `${corrupt}, removed` }
  }

  try {
    const { blocks, timeoutMs } = repair
    await blocks.get(cid, { signal: timeoutMs === 0 ? signal : timeLimit(timeoutMs, signal) })
    return { state: 'healed', message: `${corrupt}, removed, healed` }
  } catch (err) {
    signal.throwIfAborted()
    return { state: 'heal failed', message: `${corrupt}, removed, failed to heal (${errorMessage(err)})` }
  }
}
