import type { CID } from 'multiformats/cid'
import type { WriteSession } from '../blockstore.ts'

/** Blocks that a session writes at the same time. */
const IN_FLIGHT = 16

/** What a session needs of its store. */
export interface IdbSessionHost {
  put: (session: IdbSession, cid: CID, bytes: Uint8Array) => Promise<void>
  keep: (session: IdbSession) => Promise<void>
  undo: (session: IdbSession) => Promise<void>
}

/** A write session of the `idb` store. */
export class IdbSession implements WriteSession {
  readonly id: number
  readonly #host: IdbSessionHost
  readonly #inFlight = new Set<Promise<void>>()
  #failure?: Error
  #phase: 'open' | 'ending' | 'ended' = 'open'

  constructor (id: number, host: IdbSessionHost) {
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
      .catch((err: Error) => { this.#failure ??= err })
      .finally(() => { this.#inFlight.delete(work) })
    this.#inFlight.add(work)

    while (this.#inFlight.size >= IN_FLIGHT) {
      await Promise.race(this.#inFlight)
    }
  }

  async commit (): Promise<void> {
    if (this.#phase === 'ended') {
      return
    }

    this.#phase = 'ending'
    await Promise.all(this.#inFlight)

    if (this.#failure != null) {
      throw this.#failure
    }

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
}
