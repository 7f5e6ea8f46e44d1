import type { CID } from 'multiformats/cid'
import type { CommitRecord, WriteSession } from '../blockstore/blockstore.ts'
import type { PreparedCommit } from '../blockstore/commit-log.ts'

/** The maximum number of concurrent writes of a session. */
const IN_FLIGHT = 16

/** The methods of the store that a session uses. */
export interface IdbSessionHost {
  put: (session: IdbSession, cid: CID, bytes: Uint8Array) => Promise<void>
  /** Makes earlier puts durable. */
  prepare: (session: IdbSession) => Promise<PreparedCommit>
  keep: (session: IdbSession) => Promise<void>
  /** Same as `keep`, for a session that its commit record has committed. */
  finalize: (session: IdbSession) => Promise<void>
  undo: (session: IdbSession) => Promise<void>
}

/** A write session of the `idb` store. */
export class IdbSession implements WriteSession {
  readonly capabilities = {}
  /** Globally unique, because rows of the datastore outlive the session. */
  readonly id: string
  readonly #host: IdbSessionHost
  readonly #inFlight = new Set<Promise<void>>()
  #failure?: Error
  #prepared?: PreparedCommit
  #phase: 'open' | 'ending' | 'ended' = 'open'

  constructor (id: string, host: IdbSessionHost) {
    this.id = id
    this.#host = host
  }

  async put (cid: CID, bytes: Uint8Array): Promise<void> {
    if (this.#failure != null) {
      throw this.#failure
    }

    if (this.#phase !== 'open') {
      throw new Error('the write session is closed')
    }

    const work: Promise<void> = this.#host.put(this, cid, bytes)
      .catch((err: Error) => {
        this.#failure ??= err
      })
      .finally(() => {
        this.#inFlight.delete(work)
      })
    this.#inFlight.add(work)

    while (this.#inFlight.size >= IN_FLIGHT) {
      await Promise.race(this.#inFlight)
    }
  }

  async prepare (): Promise<CommitRecord> {
    await this.#finish()
    this.#prepared = await this.#host.prepare(this)
    return this.#prepared.record
  }

  async commit (): Promise<void> {
    if (this.#phase === 'ended') {
      return
    }

    if (this.#prepared != null) {
      this.#phase = 'ended'
      // If it fails, the next opening does it.
      this.#host.finalize(this).catch(() => {})
      return
    }

    await this.#finish()
    await this.#host.keep(this)
    this.#phase = 'ended'
  }

  async rollback (): Promise<void> {
    if (this.#phase === 'ended') {
      return
    }

    this.#phase = 'ending'
    await Promise.all(this.#inFlight)
    await this.#host.undo(this)
    this.#phase = 'ended'
  }

  /**
   * Resolves when all puts are written.
   *
   * @throws if one failed
   */
  async #finish (): Promise<void> {
    this.#phase = 'ending'
    await Promise.all(this.#inFlight)

    if (this.#failure != null) {
      throw this.#failure
    }
  }
}
