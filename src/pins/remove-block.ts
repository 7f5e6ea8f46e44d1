import type { CID } from 'multiformats/cid'
import { BlockNotFoundError } from '../blocks/block-not-found-error.ts'
import type { PinnedRepo } from './pinned-repo.ts'
import { errorMessage } from '../go/error-message.ts'
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
export async function removeBlock (repo: PinnedRepo, cid: CID, { force, signal }: RemoveBlockOptions): Promise<void> {
  // looked at before the lock too: what lies below the pins may have to be walked, and nobody has to wait for that
  await refusePinned(repo, cid, signal)
  const release = await repo.gcLock.write(signal)

  try {
    await refusePinned(repo, cid, signal)

    if (cid.multihash.code === IDENTITY) {
      return
    }

    if (!force && !await repo.blockstore.has(cid)) {
      throw new BlockNotFoundError(cid, false)
    }

    await repo.blockstore.remove([cid])
  } finally {
    release()
  }
}

async function refusePinned ({ pinIndex }: PinnedRepo, cid: CID, signal: AbortSignal): Promise<void> {
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
