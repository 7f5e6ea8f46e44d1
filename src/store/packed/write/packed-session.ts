import type { CID } from 'multiformats/cid'
import type { CommitRecord, WriteSession } from '../../blockstore.ts'
import type { CommitLog, PreparedCommit } from '../../commit-log.ts'
import { multihashKey } from '../../../cid/multihash-key.ts'
import type { BlockWriter } from './block-writer.ts'
import type { SessionState } from './session-state.ts'

/** What a session needs of its store. */
export interface SessionHost {
  writer: BlockWriter
  commitLog: CommitLog
  /** whether blocks that something is recorded about are on the disk when they are acknowledged */
  waitsForDisk: boolean
  /** Brings to the disk what others have written and is not there yet. */
  settleOthers: () => Promise<void>
  /** Removes what the journal of a session lists, and the journal. */
  undo: (session: number) => Promise<void>
  /** The session is neither open nor to be undone any more. */
  closed: (session: number) => void
  /** Forgets the journal of a closed session that is committed under a name. It may go on when this has returned. */
  settle: (session: number, name: string) => void
  /** whether the database keeps Blobs */
  blobs: boolean
}

/** A write session of the packed store. */
export class PackedSession implements WriteSession {
  readonly #host: SessionHost
  readonly #state: SessionState
  readonly commitWith?: (mark: string) => Promise<void>
  readonly stage?: WriteSession['stage']
  #phase: 'open' | 'ending' | 'ended' = 'open'
  #prepared?: PreparedCommit
  #used = false

  constructor (host: SessionHost, state: SessionState) {
    this.#host = host
    this.#state = state

    if (host.waitsForDisk) {
      this.commitWith = async (mark) => {
        this.#phase = 'ending'
        this.#state.mark = mark
        await host.writer.commit(state)
        this.#end()
      }
    }

    if (host.blobs) {
      this.stage = async (content) => {
        this.#use()
        return await host.writer.stage(state, content)
      }
    }
  }

  async put (cid: CID, bytes: Uint8Array, isContent?: boolean): Promise<void> {
    this.#use()
    const multihash = cid.multihash.bytes
    const group = this.#host.writer.put(multihashKey(multihash), multihash, bytes, this.#state, isContent)

    if (group.full) {
      await group.started
    }
  }

  /** @throws why a write of the session failed, or when it is closed */
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
      await this.#host.settleOthers()
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
      this.#host.settle(this.#state.id, this.#state.name!)
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
