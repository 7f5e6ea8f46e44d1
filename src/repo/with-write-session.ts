import type { Batch } from 'interface-datastore'
import type { CommitRecord, WriteBounds, WriteSession } from '../store/blockstore/blockstore.ts'
import type { AdoptingSession, StagingSession } from '../store/blockstore/capabilities.ts'
import type { Repo } from './repo.ts'

/** Writes datastore rows in one batch, together with the additions of `along`. Rejects if the batch is not written. */
export type RecordWrite = (along: (batch: Batch) => void) => Promise<void>

/** The functions that a job writes with. */
export interface RepoWrites {
  /** Same as `put` of a write session. */
  put: WriteSession['put']
  /** the ability of the session to store bytes before their blocks are known, if it has it */
  staging: StagingSession | undefined
  /** the ability of the session to add blocks that another process has written, if it has it */
  adopting: AdoptingSession | undefined
  /**
   * Sets the datastore rows (pins) that are committed together with the blocks at the end of the job. Replaces an
   * earlier call.
   */
  record: (write: RecordWrite) => void
  /**
   * Sets the mark of the blockstore that is committed with the blocks at the end of the job. Stores without marks
   * record `otherwise` instead.
   */
  mark: (mark: string, otherwise: RecordWrite) => void
}

/**
 * Runs a job that puts blocks, and commits all of them or none, even after a failure, an abort, a full disk or a crash.
 * Garbage collection waits meanwhile.
 *
 * Recorded rows are committed in the same step: a crash leaves both or neither. They are durable when this resolves.
 * Blocks without rows survive a crash, and a power cut as configured in `Datastore.Spec` (`Sync`).
 *
 * @param job - may take long, but must not wait for an event that may never happen: garbage collection waits for it.
 *   Other writers can run. Must not acquire the lock again.
 * @param options.bounds - limits the size of transactions, in addition to the store's own limits
 * @throws the signal's reason, and errors of the job, the store and the record. If the rollback fails too, the next
 *   opening of the store repeats it.
 * @example
 *   await withWriteSession(node, signal, async ({ put, record }) => {
 *     await put(cid, bytes)
 *     record(async (along) => { await node.pins.change(async (pins) => { pins.put(pin) }, along) })
 *   })
 */
export async function withWriteSession<T> (
  { blockstore, gcLock }: Pick<Repo, 'blockstore' | 'gcLock'>,
  signal: AbortSignal,
  job: (writes: RepoWrites) => Promise<T>,
  { bounds }: { bounds?: WriteBounds } = {}
): Promise<T> {
  const release = await gcLock.read(signal)

  try {
    const session = blockstore.session(bounds)
    let write: RecordWrite | undefined
    let mark: string | undefined
    let prepared: CommitRecord | undefined

    try {
      const result = await job({
        put: async (cid, bytes) => {
          await session.put(cid, bytes)
        },
        staging: session.capabilities.staging,
        adopting: session.capabilities.adopting,
        record: (next) => {
          write = next
        },
        mark: (next, otherwise) => {
          mark = next
          write = otherwise
        }
      })

      signal.throwIfAborted()

      const { marking } = session.capabilities

      if (mark != null && marking != null) {
        await marking.commitWith(mark)
      } else if (write == null) {
        await session.commit()
      } else {
        // Blocks first, then the record, which decides. The next opening can finish the rest of the commit.
        prepared = await session.prepare()
        await write(prepared.addTo)
        await session.commit().catch(() => {})
      }

      return result
    } catch (err) {
      // Throws the original error, even if the rollback fails too.
      await undoSession(session, prepared).catch(() => {})
      throw err
    }
  } finally {
    release()
  }
}

/**
 * Rolls back a session. If its batch may have been written before the database was lost, checks that first. If the
 * answer is unknown, does nothing: the next opening of the store checks again.
 */
async function undoSession (session: WriteSession, prepared: CommitRecord | undefined): Promise<void> {
  if (await prepared?.stands() === true) {
    await session.commit()
  } else {
    await session.rollback()
  }
}
