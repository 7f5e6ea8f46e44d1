import type { CID } from 'multiformats/cid'
import { walkDag } from '../dag/walk.ts'
import { blockReader } from '../blocks/block-reader.ts'
import type { BlockReader } from '../blocks/block-reader.ts'
import type { PinnedRepo } from './pinned-repo.ts'
import { fetchDag } from './fetch-dag.ts'

const IDENTITY = 0x00

export interface FetchAndPinOptions {
  /** what `fetch` reads with */
  blocks: BlockReader
  signal: AbortSignal
  /** Brings all blocks of the DAG to this machine. May take days; is called `again` when blocks are missing after it, and has to look at all of them then. */
  fetch: (again: boolean) => Promise<void>
  /** Writes the pin. All blocks of the DAG are here then, durable, and stay until it resolves. */
  record: () => Promise<void>
}

/**
 * Fetches a DAG and then pins it, in this order, so that there is never a pin without its blocks.
 *
 * Kubo holds off the garbage collector from beginning to end; one block that nobody has then stops the collector, and all
 * adders behind it. Here the lock is taken when everything has come. What may have gone until then is looked for again:
 * - a collection ran: it keeps what was here of the DAG (`gcRoots`), the rest is fetched again
 * - blocks were here only because of an add that is not finished: they are put once more, so that they stay when it fails
 *
 * @throws what `fetch` and `record` throw
 */
export async function fetchAndPin (repo: PinnedRepo, root: CID, { blocks, signal, fetch, record }: FetchAndPinOptions): Promise<void> {
  const dropRoot = repo.gcRoots.add('present', () => [root])

  try {
    for (let kept = false, again = false; !kept; again = true) {
      const before = repo.gcLock.census()
      await fetch(again)
      const release = await repo.gcLock.read(signal)

      try {
        const { reads, writes } = repo.gcLock.census()

        if (before.readers > 0 || reads > before.reads + 1) {
          await putAgain(repo, root, signal)
        } else if (writes > before.writes) {
          await fetchDag([root], { blocks: blockReader(repo.blockstore, undefined), signal })
        }

        await repo.blockstore.flush()
        await record()
        kept = true
      } catch (err) {
        if (blocks.offline || (err as Error).name !== 'BlockNotFoundError') {
          throw err
        }
      } finally {
        release()
      }
    }
  } finally {
    dropRoot()
  }
}

/** A session that puts a block which another open session brought holds it too. */
async function putAgain ({ blockstore }: PinnedRepo, root: CID, signal: AbortSignal): Promise<void> {
  const session = blockstore.session()

  try {
    for await (const { cid, bytes } of walkDag([root], { blocks: blockReader(blockstore, undefined), signal })) {
      if (bytes != null && cid.multihash.code !== IDENTITY) {
        await session.put(cid, bytes)
      }
    }

    await session.commit()
  } catch (err) {
    await session.rollback()
    throw err
  }
}
