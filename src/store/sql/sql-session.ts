import type { CID } from 'multiformats/cid'
import { delay } from '../../async/timers/delay.ts'
import type { CommitRecord, WriteSession } from '../blockstore/blockstore.ts'
import type { AdoptingSession, SessionCapabilities } from '../blockstore/capabilities.ts'
import type { CommitLog, PreparedCommit } from '../blockstore/commit-log.ts'
import type { SegmentRows } from './segment-rows.ts'
import type { SessionRows } from './session-rows.ts'
import type { Sql } from './sql.ts'

/** The methods of the store that a session uses. */
export interface SqlSessionHost {
  sql: Sql
  sessions: SessionRows
  segments: SegmentRows
  /** Called if most blocks of an adopted segment were in the store already. */
  sparse: () => void
  commitLog: CommitLog
  /**
   * Announces a block of this size.
   *
   * @returns whether it is to be placed into a segment
   */
  opening: (bytes: number) => boolean
  /** Resolves when there is room for more. */
  written: () => Promise<void>
  /** Resolves when all earlier puts are durable, or will be with the next `synced`. */
  flushed: () => Promise<void>
  /** Called after blocks were deleted. */
  deleted: () => void
  /** Called after the session was committed. */
  committed: () => void
}

/** A write session of the SQL store. */
export class SqlSession implements WriteSession, AdoptingSession {
  readonly capabilities: Partial<SessionCapabilities> = { adopting: this }
  readonly #host: SqlSessionHost
  #phase: 'open' | 'ending' | 'ended' = 'open'
  #id: number | undefined
  #prepared: PreparedCommit | undefined
  #name: string | undefined

  constructor (host: SqlSessionHost) {
    this.#host = host
  }

  async put (cid: CID, bytes: Uint8Array): Promise<void> {
    if (this.#phase !== 'open') {
      throw new Error('the write session is closed')
    }

    const { sql, sessions, opening, written } = this.#host
    const isPlaced = opening(bytes.byteLength)

    sql.transaction(() => {
      this.#id ??= sessions.begin()
      sessions.put(this.#id, cid.multihash.bytes, bytes, isPlaced)
    })

    await written()
  }

  adopt: AdoptingSession['adopt'] = async (segment, bytes, blocks) => {
    if (this.#phase !== 'open') {
      throw new Error('the write session is closed')
    }

    const { sql, sessions, segments, sparse } = this.#host

    const isWorthIt = sql.transaction(() => {
      segments.take(segment)
      this.#id ??= sessions.begin()

      for (const { multihash, size, start } of blocks) {
        sessions.adopt(this.#id, multihash, size, { segment, start })
      }

      return segments.end(segment, bytes)
    })

    if (!isWorthIt) {
      sparse()
    }
  }

  async prepare (): Promise<CommitRecord> {
    this.#phase = 'ending'
    const { sql, sessions, commitLog, flushed } = this.#host
    await flushed()

    if (this.#id == null) {
      this.#prepared = commitLog.prepared(undefined, [])
    } else {
      const gone = commitLog.clearable()
      this.#name = commitLog.newName()
      sessions.prepare(this.#id, this.#name)
      this.#prepared = commitLog.prepared(this.#name, gone)
    }

    await sql.synced()
    return this.#prepared.record
  }

  async commit (): Promise<void> {
    if (this.#phase === 'ended') {
      return
    }

    const { sql, sessions, commitLog, flushed, committed } = this.#host

    if (this.#prepared == null) {
      await flushed()
    }

    this.#phase = 'ended'
    this.#prepared?.written()

    if (this.#id != null) {
      sessions.commit(this.#id)
      await inSteps(() => sessions.finishCommit(this.#id!))
    }

    if (this.#name != null) {
      commitLog.finalized(this.#name)
    }

    await sql.synced()
    committed()
  }

  async rollback (): Promise<void> {
    if (this.#phase === 'ended') {
      return
    }

    this.#phase = 'ended'

    if (this.#id != null) {
      await inSteps(() => this.#host.sessions.rollBack(this.#id!))
      this.#host.deleted()
    }
  }
}

/** Repeats a step until it returns true. Others use the database between two steps. */
export async function inSteps (step: () => boolean): Promise<void> {
  while (!step()) {
    await delay(0)
  }
}
