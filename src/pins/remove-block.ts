import type { CID } from 'multiformats/cid'
import { BlockNotFoundError } from '../node/block-not-found-error.ts'
import type { Node } from '../node/node.ts'
import { errorMessage } from '../rpc/errors.ts'
import type { Keeper } from './pin-index.ts'

const IDENTITY = 0x00

export interface RemoveBlockOptions {
  /** a block that is not here is no error */
  force: boolean
  signal: AbortSignal
}

/**
 * Removes one block (Kubo `blocks/blockstoreutil`, `RmBlocks`). Unlike Kubo, which looks for pins of this very CID, it
 * keeps a block that is pinned by another CID of the same hash.
 *
 * @throws an Error with Kubo's words when a pin keeps the block, or that cannot be known, or the block is not here
 */
export async function removeBlock (node: Node, cid: CID, { force, signal }: RemoveBlockOptions): Promise<void> {
  // looked at before the lock too: what lies below the pins may have to be walked, and nobody has to wait for that
  await refusePinned(node, cid, signal)
  const release = await node.gcLock.write(signal)

  try {
    await refusePinned(node, cid, signal)

    if (cid.multihash.code === IDENTITY) {
      return
    }

    if (!force && !await node.store.has(cid)) {
      throw new BlockNotFoundError(cid, false)
    }

    await node.store.remove([cid])
  } finally {
    release()
  }
}

async function refusePinned ({ pinIndex }: Node, cid: CID, signal: AbortSignal): Promise<void> {
  let keeper: Keeper | undefined

  try {
    keeper = await pinIndex.keeper(cid, { signal })
  } catch (err) {
    throw new Error(`pin check failed: ${errorMessage(err)}`, { cause: err })
  }

  if (keeper != null) {
    throw new Error(keeper.mode === 'indirect' ? `pinned via ${keeper.through.toString()}` : `pinned: ${keeper.mode}`)
  }
}
