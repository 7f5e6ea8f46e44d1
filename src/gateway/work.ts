import { RetrievalTimeoutError } from './retrieval-timeout-error.ts'

/**
 * The work for one request. `signal` aborts when the client goes away and when no bytes come for too long.
 * The clock runs only while somebody waits for the node, never while the client is slow to read.
 */
export class Work {
  readonly #controller = new AbortController()
  readonly #outer: AbortSignal
  readonly #timeoutMs: number
  readonly #outerAborted = (): void => { this.end(this.#outer.reason) }
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param timeoutMs - without bytes; 0 waits for ever */
  constructor (outer: AbortSignal, timeoutMs: number) {
    this.#outer = outer
    this.#timeoutMs = timeoutMs
    outer.addEventListener('abort', this.#outerAborted)
    this.wait()

    if (outer.aborted) {
      this.end(outer.reason)
    }
  }

  get signal (): AbortSignal {
    return this.#controller.signal
  }

  /** The body is made as it is read: the work ends with it and not with the answer. */
  streams = false

  /** Starts the clock. */
  readonly wait = (): void => {
    if (this.#timer == null && this.#timeoutMs > 0 && !this.signal.aborted) {
      this.#timer = setTimeout(() => { this.end(new RetrievalTimeoutError()) }, this.#timeoutMs)
    }
  }

  /** Stops the clock: something has come. */
  readonly arrived = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** All is done or, with a reason, nobody wants the rest. Nothing happens the second time. */
  readonly end = (reason?: unknown): void => {
    this.arrived()
    this.#outer.removeEventListener('abort', this.#outerAborted)

    if (reason !== undefined && !this.signal.aborted) {
      this.#controller.abort(reason)
    }
  }
}
