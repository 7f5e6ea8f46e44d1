import type { CID } from 'multiformats/cid'
import type { WriteSession } from '../../blockstore.ts'
import { multihashKey } from '../../../cid/multihash-key.ts'
import type { BlockWriter } from './block-writer.ts'
import type { SessionState } from './session-state.ts'

/** What a session needs of its store. */
export interface SessionHost {
  writer: BlockWriter
  /** Removes what the journal of a session lists, and the journal. */
  undo: (session: number) => Promise<void>
  /** The session is neither open nor to be undone any more. */
  closed: (session: number) => void
}

/** A write session of the packed store. */
export class PackedSession implements WriteSession {
  readonly #host: SessionHost
  readonly #state: SessionState
  #phase: 'open' | 'ending' | 'ended' = 'open'
  #used = false

  constructor (host: SessionHost, state: SessionState) {
    this.#host = host
    this.#state = state
  }

  async put (cid: CID, bytes: Uint8Array): Promise<void> {
    if (this.#state.failure != null) {
      throw this.#state.failure
    }

    if (this.#phase !== 'open') {
      throw new Error('the write session is closed')
    }

    this.#used = true
    const multihash = cid.multihash.bytes
    const group = this.#host.writer.put(multihashKey(multihash), multihash, bytes, this.#state)

    if (group.full) {
      await group.started
    }
  }

  async commit (): Promise<void> {
    if (this.#phase === 'ended') {
      return
    }

    this.#phase = 'ending'

    if (this.#used) {
      await this.#host.writer.commit(this.#state)
    }

    this.#end()
  }

  async rollback (): Promise<void> {
    if (this.#phase === 'ended') {
      return
    }

    this.#phase = 'ending'

    if (this.#used) {
      this.#host.writer.withdraw(this.#state)
      await this.#host.writer.drain()
      await this.#host.undo(this.#state.id)
    }

    this.#end()
  }

  #end (): void {
    this.#phase = 'ended'
    this.#host.closed(this.#state.id)
  }
}
