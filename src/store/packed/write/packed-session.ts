import type { CID } from 'multiformats/cid'
import { multihashKey } from '../../../cid/hash/multihash-key.ts'
import type { CommitRecord, WriteSession } from '../../blockstore/blockstore.ts'
import type { SessionCapabilities } from '../../blockstore/capabilities.ts'
import type { CommitLog, PreparedCommit } from '../../blockstore/commit-log.ts'
import type { BlockWriter } from './block-writer.ts'
import type { SessionState } from './staging/session-state.ts'

/** The parts of the store that a session uses. */
export interface SessionHost {
  writer: BlockWriter
  commitLog: CommitLog
  /** whether blocks that something is recorded about wait for the disk */
  waitsForDisk: boolean
  /** Brings the pending writes of others to the disk. */
  flushOthers: () => Promise<void>
  /** Removes the blocks that the journal of a session lists, and the journal. */
  undo: (session: number) => Promise<void>
  /** Called when the session is neither open nor to be rolled back any more. */
  closed: (session: number) => void
  /** Deletes the journal of a session that is committed under a name. May continue in the background. */
  finalize: (session: number, name: string) => void
  /** whether the database accepts Blobs */
  blobs: boolean
}

/**
 * A write session of the packed store (docs/internals/write-sessions.md). An undo journal lists its blocks. `prepare`
 * makes them durable, and returns the commit record, which the caller writes in one batch with its own rows: that batch
 * decides. `commit` then clears the journal. `rollback` removes the blocks. A session without blocks only waits for the
 * pending writes of others, which its caller may record something about.
 */
export class PackedSession implements WriteSession {
  readonly #host: SessionHost
  readonly #state: SessionState
  readonly capabilities: Partial<SessionCapabilities>
  #phase: 'open' | 'ending' | 'ended' = 'open'
  #prepared?: PreparedCommit
  #used = false

  constructor (host: SessionHost, state: SessionState) {
    this.#host = host
    this.#state = state

    this.capabilities = {
      marking: host.waitsForDisk
        ? {
          commitWith: async (mark) => {
            this.#phase = 'ending'
            this.#state.mark = mark
            await host.writer.commit(state)
            this.#end()
          }
        }
        : undefined,

      staging: host.blobs
        ? {
          stage: async (content) => {
            this.#use()
            return await host.writer.stage(state, content)
          },
          putPayload: async (cid, payload) => {
            await this.#put(cid, payload, true)
          }
        }
        : undefined
    }
  }

  async put (cid: CID, bytes: Uint8Array): Promise<void> {
    await this.#put(cid, bytes, false)
  }

  async #put (cid: CID, bytes: Uint8Array, isContent: boolean): Promise<void> {
    this.#use()
    const multihash = cid.multihash.bytes
    const group = this.#host.writer.put(multihashKey(multihash), multihash, bytes, this.#state, isContent)

    if (group.full) {
      await group.started
    }
  }

  /** @throws the error of a failed write of the session, or an error if it is closed */
  #use (): void {
    if (this.#state.failure != null) {
      throw this.#state.failure
    }

    if (this.#phase !== 'open') {
      throw new Error('the write session is closed')
    }

    this.#used = true
  }

  async prepare (): Promise<CommitRecord> {
    this.#phase = 'ending'

    const { writer, commitLog } = this.#host

    if (this.#used) {
      const gone = commitLog.clearable()
      this.#state.name = commitLog.newName()
      await writer.prepare(this.#state)
      this.#prepared = commitLog.prepared(this.#state.nextRow > 0 ? this.#state.name : undefined, gone)
    } else {
      await this.#host.flushOthers()
      this.#prepared = commitLog.prepared(undefined, [])
    }

    return this.#prepared.record
  }

  async commit (): Promise<void> {
    if (this.#phase === 'ended') {
      return
    }

    this.#phase = 'ending'

    if (this.#prepared == null && this.#used) {
      await this.#host.writer.commit(this.#state)
    }

    this.#end()
    this.#prepared?.written()

    if (this.#prepared != null && this.#state.nextRow > 0) {
      this.#host.finalize(this.#state.id, this.#state.name!)
    }
  }

  async rollback (): Promise<void> {
    if (this.#phase === 'ended') {
      return
    }

    this.#phase = 'ending'

    if (this.#used) {
      this.#host.writer.withdraw(this.#state)
      await this.#host.writer.drain(this.#state)
      await this.#host.undo(this.#state.id)
    }

    this.#end()
  }

  #end (): void {
    this.#phase = 'ended'
    this.#host.closed(this.#state.id)
  }
}
