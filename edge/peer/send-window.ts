import { FEW_UNCONFIRMED_BYTES, MANY_UNCONFIRMED_BYTES, MAX_UNCONFIRMED_BYTES } from './peer-bounds.ts'

/** What all connections together have sent that was not confirmed. */
export class UnconfirmedBytes {
  #bytes = 0

  add (bytes: number): void {
    this.#bytes += bytes
  }

  /** What one connection may have on its way at the moment. */
  get limit (): number {
    return this.#bytes > MANY_UNCONFIRMED_BYTES ? FEW_UNCONFIRMED_BYTES : MAX_UNCONFIRMED_BYTES
  }
}

export interface SendWindowInit {
  all: UnconfirmedBytes
  /** Resolves when the peer has got all that was sent before; undefined as long as it cannot be asked. */
  ask: () => Promise<unknown> | undefined
  /** more may be sent after all */
  drained: () => void
  /** the peer confirms nothing */
  failed: (err: Error) => void
}

/**
 * How much one peer was sent that it may not have got. The engine takes whatever it is given to send and keeps it in memory, and says
 * nothing of it; so the peer is asked now and then, and who does not answer is sent no more.
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

  /** So many bytes were given to the engine. @returns whether more may be */
  sent (bytes: number): boolean {
    this.#sent += bytes
    this.#init.all.add(bytes)

    // the question is sent behind these bytes, and has to go out before the sending stops
    if (!this.#isAsking && this.#unconfirmed > this.#init.all.limit / 4) {
      this.#isAsking = true
      queueMicrotask(() => { void this.#ask() })
    }

    this.#isFull = this.#isAsked && this.#unconfirmed > this.#init.all.limit
    return !this.#isFull
  }

  /** The peer can be asked from now on, and is at once. */
  begin (): void {
    if (!this.#isAsking) {
      this.#isAsking = true
      void this.#ask()
    }
  }

  /** What was on its way is of no interest any more. */
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
