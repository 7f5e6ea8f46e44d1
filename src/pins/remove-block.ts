import type { CID } from 'multiformats/cid'
import { BlockNotFoundError } from '../blocks/block-not-found-error.ts'
import type { Release } from '../async/read-write-lock.ts'
import type { PinnedRepo } from './pinned-repo.ts'
import { errorMessage } from '../go/error-message.ts'
import type { Keeper } from './pin-index.ts'

const IDENTITY = 0x00

/** How often it is tried to have the answer before the lock. */
const MAX_ROUNDS = 3

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
  const release = await lockUnpinned(repo, cid, signal)

  try {
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

/**
 * Takes the lock when no pin keeps a block. What lies below pins may have to be walked, which nobody else should have to wait
 * for: it is done before, and under the lock it is only looked whether pins came meanwhile. Where they do so time and again, the last
 * of them are walked under the lock.
 */
async function lockUnpinned ({ pinIndex, gcLock }: PinnedRepo, cid: CID, signal: AbortSignal): Promise<Release> {
  for (let round = 1; ; round++) {
    refuse(await check(async () => await pinIndex.keeper(cid, { signal })))
    const release = await gcLock.write(signal)

    try {
      const known = await check(async () => await pinIndex.knownKeeper(cid))
      const keeper = known === 'unknown' && round === MAX_ROUNDS ? await check(async () => await pinIndex.keeper(cid, { signal })) ?? 'none' : known

      if (keeper === 'none') {
        return release
      }

      refuse(keeper === 'unknown' ? undefined : keeper)
    } catch (err) {
      release()
      throw err
    }

    release()
  }
}

async function check<T> (look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (err) {
    throw new Error(`pin check failed: ${errorMessage(err)}`, { cause: err })
  }
}

/** @throws an Error with Kubo's words for a block that is kept */
function refuse (keeper: Keeper | undefined): void {
  if (keeper != null) {
    throw new Error(keeper.mode === 'indirect' ? `pinned via ${keeper.through.toString()}` : `pinned: ${keeper.mode}`)
  }
}
