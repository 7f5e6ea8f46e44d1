import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import type { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { isInlined } from '../import/pipeline/cid-builder.ts'
import { cidBuilder } from './hashing.ts'
import type { Hashing } from './hashing.ts'

/** Where a change reads nodes and puts the new ones. */
export interface NodeStore {
  readonly blocks: BlockReader
  /** takes a new block, which `blocks` can read from then on */
  readonly put: (cid: CID, bytes: Uint8Array) => Promise<void>
  readonly signal: AbortSignal
  /** hears what to do when the blocks that were put do not stay */
  readonly onUndo?: (undo: () => void) => void
}

/**
 * Names a block and stores it, unless its bytes are in its CID.
 *
 * @throws HashNotAllowedError, and what the store throws
 */
export async function storeNode (
  store: NodeStore,
  codec: typeof CODEC.raw | typeof CODEC.dagPb,
  bytes: Uint8Array,
  hashing: Hashing
): Promise<CID> {
  const cid = await cidBuilder(hashing).sum(codec, bytes)

  if (!isInlined(cid)) {
    await store.put(cid, bytes)
  }

  return cid
}
