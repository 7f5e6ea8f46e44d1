import type { CID } from 'multiformats/cid'
import { blockReader } from '../blocks/block-reader.ts'
import type { BlockReader } from '../blocks/block-reader.ts'
import { withWriteSession } from '../repo/with-write-session.ts'
import type { RecordWrite } from '../repo/with-write-session.ts'
import type { PinnedRepo } from './pinned-repo.ts'
import { fetchDag } from './fetch-dag.ts'
import { holdDag } from './hold-dag.ts'

export interface FetchAndPinOptions {
  /** what `fetch` reads with */
  blocks: BlockReader
  signal: AbortSignal
  /** Brings all blocks of the DAG to this machine. May take days; is called `again` when blocks are missing after it, and has to look at all of them then. */
  fetch: (again: boolean) => Promise<void>
  /** Writes the pin in a batch with what `along` adds. All blocks of the DAG are here then, durable, and stay until it resolves. */
  record: RecordWrite
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

      try {
        await withWriteSession(repo, signal, async (writes) => {
          if (repo.gcLock.sharedSince(before)) {
            await holdDag(repo, root, writes, { signal })
          } else if (repo.gcLock.census().writes > before.writes) {
            await fetchDag([root], { blocks: blockReader(repo.blockstore, undefined), signal })
          }

          // what has come was put by whoever read it
          await repo.blockstore.flush()
          writes.record(record)
        })
        kept = true
      } catch (err) {
        if (blocks.offline || (err as Error).name !== 'BlockNotFoundError') {
          throw err
        }
      }
    }
  } finally {
    dropRoot()
  }
}
