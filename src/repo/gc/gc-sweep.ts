import type { CID } from 'multiformats/cid'
import type { CidSet } from '../../cid/sets/cid-set.ts'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import { CannotDeleteBlockError, CannotDeleteSomeBlocksError } from './gc-errors.ts'
import type { GcOptions } from './gc-options.ts'

/**
 * The number of blocks that are removed together, with one barrier at the end. The signal is checked between batches.
 */
const SWEEP_BATCH = 2048

/**
 * Removes all unmarked blocks, and reports each when its removal is durable. A crash in between leaves some garbage,
 * and has no other effect.
 *
 * @throws the signal's reason
 */
export async function sweepBlocks (store: Blockstore, marked: CidSet, options: GcOptions): Promise<void> {
  let complete = true
  let batch: CID[] = []

  for await (const cid of store.keys({ signal: options.signal })) {
    if (!marked.hasBlock(cid)) {
      batch.push(cid)
    }

    if (batch.length === SWEEP_BATCH) {
      complete = await removeAll(store, batch, options) && complete
      batch = []
    }
  }

  complete = await removeAll(store, batch, options) && complete

  if (!complete) {
    await options.report({ error: new CannotDeleteSomeBlocksError() })
  }
}

/**
 * Removes blocks.
 *
 * @returns whether all of them were removed
 */
async function removeAll (store: Blockstore, cids: CID[], { signal, report }: GcOptions): Promise<boolean> {
  signal.throwIfAborted()

  if (cids.length === 0) {
    return true
  }

  try {
    await store.remove(cids)
  } catch (err) {
    // One by one, to find the one that failed.
    return cids.length > 1
      ? await removeEach(store, cids, { signal, report })
      : await reportFailure(cids[0], err as Error, report)
  }

  for (const removed of cids) {
    await report({ removed })
  }

  return true
}

async function removeEach (store: Blockstore, cids: CID[], options: GcOptions): Promise<boolean> {
  let complete = true

  for (const cid of cids) {
    complete = await removeAll(store, [cid], options) && complete
  }

  return complete
}

async function reportFailure (cid: CID, err: Error, report: GcOptions['report']): Promise<false> {
  await report({ error: new CannotDeleteBlockError(cid, err) })
  return false
}
