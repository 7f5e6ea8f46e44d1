import { FEW_UNCONFIRMED_BYTES, MANY_UNCONFIRMED_BYTES, MAX_UNCONFIRMED_BYTES } from '../door/peer-bounds.ts'

/** Counts the bytes that all connections have sent without confirmation. */
export class UnconfirmedBytes {
  #bytes = 0

  add (bytes: number): void {
    this.#bytes += bytes
  }

  /** The current limit of unconfirmed bytes per connection. */
  get limit (): number {
    return this.#bytes > MANY_UNCONFIRMED_BYTES ? FEW_UNCONFIRMED_BYTES : MAX_UNCONFIRMED_BYTES
  }
}

export interface SendWindowInit {
  all: UnconfirmedBytes
  /** Resolves when the peer has received all bytes that were sent before; undefined while it cannot be asked. */
  ask: () => Promise<unknown> | undefined
  /** called when sending may continue */
  drained: () => void
  /** called if the peer does not confirm */
  failed: (err: Error) => void
}

/**
 * A flow-control window for one peer: limits the bytes that it may not have received. The engine accepts any amount and
 * buffers it in memory without backpressure. So the peer is pinged now and then, and a peer that does not answer is
 * sent no more.
 */
export class SendWindow {
  readonly #init: SendWindowInit
  #sent = 0
  #confirmed = 0
  #isAsking = false
  #isAsked = false
  #isFull = false
  #isClosed = false

  constructor (init: SendWindowInit) {
    this.#init = init
  }

  /**
   * Counts bytes that were passed to the engine.
   *
   * @returns whether more may be sent
   */
  sent (bytes: number): boolean {
    this.#sent += bytes
    this.#init.all.add(bytes)

    // The ping is sent after these bytes, and must be sent before the window is full.
    if (!this.#isAsking && this.#unconfirmed > this.#init.all.limit / 4) {
      this.#isAsking = true
      queueMicrotask(() => {
        void this.#ask()
      })
    }

    this.#isFull = this.#isAsked && this.#unconfirmed > this.#init.all.limit
    return !this.#isFull
  }

  /** Starts pinging: the peer can be asked from now on. */
  begin (): void {
    if (!this.#isAsking) {
      this.#isAsking = true
      void this.#ask()
    }
  }

  /** Stops counting the unconfirmed bytes of this connection. */
  close (): void {
    if (!this.#isClosed) {
      this.#isClosed = true
      this.#init.all.add(-this.#unconfirmed)
    }
  }

  get #unconfirmed (): number {
    return this.#sent - this.#confirmed
  }

  async #ask (): Promise<void> {
    const mark = this.#sent

    try {
      const answer = this.#isClosed ? undefined : this.#init.ask()
      this.#isAsked = answer != null
      await answer

      if (answer != null && !this.#isClosed) {
        this.#init.all.add(this.#confirmed - mark)
        this.#confirmed = mark
      }
    } catch (err) {
      if (!this.#isClosed) {
        this.#init.failed(err as Error)
      }
    } finally {
      this.#isAsking = false
      this.#isAsked = false
    }

    if (this.#isFull && !this.#isClosed) {
      this.#isFull = false
      this.#init.drained()
    }
  }
}
