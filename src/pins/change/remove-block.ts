import type { CID } from 'multiformats/cid'
import type { Release } from '../../async/locks/read-write-lock.ts'
import { BlockNotFoundError } from '../../blocks/exchange/block-not-found-error.ts'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import type { Keeper } from '../index/pin-index.ts'
import type { PinnedRepo } from '../index/pinned-repo.ts'

/** Attempts to get the answer before the lock is taken. */
const MAX_ROUNDS = 3

export interface RemoveBlockOptions {
  /** whether a missing block is no error */
  force: boolean
  signal: AbortSignal
}

/**
 * Removes one block (Kubo `blocks/blockstoreutil`, `RmBlocks`). Unlike Kubo, which looks for pins of exactly this CID,
 * it keeps a block that is pinned by another CID with the same hash.
 *
 * @throws an Error with Kubo's words if a pin keeps the block, if that cannot be known, or if the block is missing
 */
export async function removeBlock (repo: PinnedRepo, cid: CID, { force, signal }: RemoveBlockOptions): Promise<void> {
  const release = await lockUnpinned(repo, cid, signal)

  try {
    if (cid.multihash.code === HASH.identity) {
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

/**
 * Takes the lock once no pin keeps the block. A walk may be needed, which should not block others: it is done before,
 * and under the lock only pins that were added meanwhile are checked. If pins are added again and again, the last of
 * them are walked under the lock.
 */
async function lockUnpinned ({ pinIndex, gcLock }: PinnedRepo, cid: CID, signal: AbortSignal): Promise<Release> {
  for (let round = 1;; round++) {
    refuseIfPinned(await withCheckError(async () => await pinIndex.keeper(cid, { signal })))
    const release = await gcLock.write(signal)

    try {
      const known = await withCheckError(async () => await pinIndex.knownKeeper(cid))
      const keeper = known === 'unknown' && round === MAX_ROUNDS
        ? await withCheckError(async () => await pinIndex.keeper(cid, { signal })) ?? 'none'
        : known

      if (keeper === 'none') {
        return release
      }

      refuseIfPinned(keeper === 'unknown' ? undefined : keeper)
    } catch (err) {
      release()
      throw err
    }

    release()
  }
}

async function withCheckError<T> (look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (err) {
    throw new Error(`pin check failed: ${errorMessage(err)}`, { cause: err })
  }
}

/** @throws an Error with Kubo's words for a pinned block */
function refuseIfPinned (keeper: Keeper | undefined): void {
  if (keeper != null) {
    throw new Error(keeper.mode === 'indirect' ? `pinned via ${keeper.through.toString()}` : `pinned: ${keeper.mode}`)
  }
}
