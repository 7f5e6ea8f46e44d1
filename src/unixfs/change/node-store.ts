import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import type { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { isInlined } from '../import/pipeline/cid-builder.ts'
import { cidBuilder } from './hashing.ts'
import type { Hashing } from './hashing.ts'

/** The store from which a change reads nodes and to which it writes new ones. */
export interface NodeStore {
  readonly blocks: BlockReader
  /** stores a new block, which `blocks` can read from then on */
  readonly put: (cid: CID, bytes: Uint8Array) => Promise<void>
  readonly signal: AbortSignal
  /** registers a callback that runs if the stored blocks are rolled back */
  readonly onUndo?: (undo: () => void) => void
}

/**
 * Computes the CID of a block and stores it, unless the CID contains its bytes.
 *
 * @throws HashNotAllowedError, and the errors of the store
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
