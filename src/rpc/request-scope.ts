/** After the end of a request its command has so long to say in its own words what was cut short (`pin: context deadline exceeded`). */
const LAST_WORDS_MS = 100

/** The life of one request: ends by its timeout, by the caller going away, or with its answer. */
export class RequestScope {
  readonly #controller = new AbortController()
  readonly #timer: ReturnType<typeof setTimeout> | undefined
  readonly #request: AbortSignal
  readonly #onAbort = (): void => { this.abort(this.#request.reason) }

  /** @param timeoutMs - from now; none when undefined */
  constructor (request: AbortSignal, timeoutMs?: number) {
    this.#request = request
    request.addEventListener('abort', this.#onAbort, { once: true })

    if (request.aborted) {
      this.#onAbort()
    }

    if (timeoutMs != null) {
      this.#timer = setTimeout(() => { this.abort(new DOMException('the timeout of the request is over', 'TimeoutError')) }, Math.max(0, timeoutMs))
    }
  }

  get signal (): AbortSignal {
    return this.#controller.signal
  }

  abort (reason?: unknown): void {
    this.#controller.abort(reason ?? new DOMException('the request was aborted', 'AbortError'))
  }

  /** Settles as the work does, or with the abort reason soon after the request ended: a command that forgets its signal cannot hang an answer. */
  async race<T> (work: Promise<T> | T): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      const aborted = (): void => { setTimeout(() => { reject(this.signal.reason as Error) }, LAST_WORDS_MS) }
      this.signal.addEventListener('abort', aborted, { once: true })

      if (this.signal.aborted) {
        aborted()
      }

      Promise.resolve(work).then(resolve, reject).finally(() => { this.signal.removeEventListener('abort', aborted) })
    })
  }

  /** Ends the scope: the timer stops and nothing is listened to any more. */
  close (): void {
    clearTimeout(this.#timer)
    this.#request.removeEventListener('abort', this.#onAbort)
  }
}
