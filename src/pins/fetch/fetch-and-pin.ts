import type { CID } from 'multiformats/cid'
import { BlockNotFoundError } from '../../blocks/exchange/block-not-found-error.ts'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { walkDag } from '../../dag/walk.ts'
import { isError } from '../../errors/define-error.ts'
import type { Repo } from '../../repo/repo.ts'
import { withWriteSession } from '../../repo/with-write-session.ts'
import type { RecordWrite } from '../../repo/with-write-session.ts'
import type { RepoWrites } from '../../repo/with-write-session.ts'
import type { PinnedRepo } from '../index/pinned-repo.ts'
import { fetchDag } from './fetch-dag.ts'

export interface FetchAndPinOptions {
  /** reader that `fetch` uses */
  blocks: BlockReader
  signal: AbortSignal
  /**
   * Fetches all blocks of the DAG. May take days. Called with `again` if blocks are missing afterwards; it must then
   * check all of them.
   */
  fetch: (again: boolean) => Promise<void>
  /**
   * Writes the pin in a batch, with the rows that `along` adds. All blocks of the DAG are durable at that time and stay
   * until it resolves.
   */
  record: RecordWrite
}

/**
 * Fetches a DAG and then pins it, so that there is never a pin without its blocks.
 *
 * Kubo blocks the garbage collector from beginning to end, so one block that no peer has stops the collector and every
 * writer that waits for it. Here the lock is taken when all blocks have arrived. Blocks that may have disappeared until
 * then are checked again:
 * - A collection ran: `gcRoots` kept what was here of the DAG, the rest is fetched again.
 * - Blocks were here only because of an unfinished add: they are put again, so that they survive its rollback.
 *
 * @throws the errors of `fetch` and `record`
 */
export async function fetchAndPin (
  repo: PinnedRepo,
  root: CID,
  { blocks, signal, fetch, record }: FetchAndPinOptions
): Promise<void> {
  const dropRoot = repo.gcRoots.add('present', () => [root])

  try {
    for (let kept = false, again = false; !kept; again = true) {
      const before = repo.gcLock.census()
      await fetch(again)

      try {
        await withWriteSession(repo, signal, async (writes) => {
          if (repo.gcLock.sharedSince(before)) {
            await putDagAgain(repo, root, writes, { signal })
          } else if (repo.gcLock.census().writes > before.writes) {
            await fetchDag([root], { blocks: blockReader(repo.blockstore, undefined), signal })
          }

          // The reader has stored the fetched blocks.
          await repo.blockstore.flush()
          writes.record(record)
        })
        kept = true
      } catch (err) {
        if (blocks.offline || !isError(err, BlockNotFoundError)) {
          throw err
        }
      }
    }
  } finally {
    dropRoot()
  }
}

/**
 * Puts the blocks of a local DAG again. A session that puts a block of another open session holds it too, so the block
 * survives a rollback of the other session.
 *
 * @throws the errors of `walkDag`; BlockNotFoundError for a block that disappeared meanwhile
 */
export async function putDagAgain (
  { blockstore }: Pick<Repo, 'blockstore'>,
  root: CID,
  { put }: Pick<RepoWrites, 'put'>,
  { signal }: { signal: AbortSignal }
): Promise<void> {
  for await (const { cid, bytes } of walkDag([root], { blocks: blockReader(blockstore, undefined), signal })) {
    if (bytes != null && cid.multihash.code !== HASH.identity) {
      await put(cid, bytes)
    }
  }
}
