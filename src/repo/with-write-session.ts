import type { Batch } from 'interface-datastore'
import type { CommitRecord, WriteBounds, WriteSession } from '../store/blockstore.ts'
import type { Repo } from './repo.ts'

/** Writes rows of the repo's datastore in one batch, with what `along` adds to it. Rejects when the batch is not written. */
export type RecordWrite = (along: (batch: Batch) => void) => Promise<void>

/** What a command writes with. */
export interface RepoWrites {
  /** As `put` of a write session. */
  put: WriteSession['put']
  /** As that of a write session. */
  stage: WriteSession['stage']
  /** Says what goes into the datastore together with the blocks (pins of them), once the job is done. Takes the place of what was said before. */
  record: (write: RecordWrite) => void
  /** Says what the blockstore is to keep in place of its last mark, once the job is done; where it keeps none `otherwise` is recorded. */
  mark: (mark: string, otherwise: RecordWrite) => void
}

/**
 * Runs a job that puts blocks, and keeps all of them or none, whatever happens: a failure, an abort, a full disk, a kill. No
 * garbage is collected meanwhile. What the job wants recorded happens in the same step: a kill leaves both or neither. What is
 * recorded is durable when it resolves; blocks alone outlive a kill, and a power cut as `Datastore.Spec` says (`Sync`).
 *
 * @param job - takes as long as it likes, but must not wait for an event that may never come: the garbage collector waits for
 * it. Other writers pass. Must not take the lock again.
 * @param options.bounds - how much is written at once at most, beyond the bounds of the store
 * @throws the signal's reason, what the job throws, what the store or the record throws. What cannot be taken back then (the
 * disk fails) is taken back when the store is opened next.
 * @example
 *   await withWriteSession(node, signal, async ({ put, record }) => {
 *     await put(cid, bytes)
 *     record(async (along) => { await node.pins.change(async (pins) => { pins.put(pin) }, along) })
 *   })
 */
export async function withWriteSession<T> ({ blockstore, gcLock }: Pick<Repo, 'blockstore' | 'gcLock'>, signal: AbortSignal, job: (writes: RepoWrites) => Promise<T>, { bounds }: { bounds?: WriteBounds } = {}): Promise<T> {
  const release = await gcLock.read(signal)

  try {
    const session = blockstore.session(bounds)
    let write: RecordWrite | undefined
    let mark: string | undefined
    let prepared: CommitRecord | undefined

    try {
      const result = await job({
        put: async (cid, bytes, isContent) => { await session.put(cid, bytes, isContent) },
        stage: session.stage,
        record: (next) => { write = next },
        mark: (next, otherwise) => {
          mark = next
          write = otherwise
        }
      })

      signal.throwIfAborted()

      if (mark != null && session.commitWith != null) {
        await session.commitWith(mark)
      } else if (write == null) {
        await session.commit()
      } else {
        // blocks first, then the record, which decides; what is left of the session behind it the next opening can end too
        prepared = await session.prepare()
        await write(prepared.addTo)
        await session.commit().catch(() => {})
      }

      return result
    } catch (err) {
      // why it has failed is of interest, not that the store fails at undoing it too
      await undo(session, prepared).catch(() => {})
      throw err
    }
  } finally {
    release()
  }
}

/**
 * A database that goes away in the middle of a batch does not say what became of it, so it is asked. Where it does not say that
 * either, nothing is done: the next opening of the store asks it again.
 */
async function undo (session: WriteSession, prepared: CommitRecord | undefined): Promise<void> {
  if (await prepared?.stands() === true) {
    await session.commit()
  } else {
    await session.rollback()
  }
}
