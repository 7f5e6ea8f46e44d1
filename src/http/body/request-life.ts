import { MAX_TIMER_MS } from '../../async/timers/later.ts'

/**
 * Grace period after the end of a request, in which its work can fail with a more specific error (`pin: context
 * deadline exceeded`).
 */
const LAST_WORDS_MS = 100

export interface RequestLifeOptions {
  /** timeout of the whole request, from now on */
  timeoutMs?: number
  /** idle timeout: the longest time without data while the client waits for it */
  idle?: { ms: number; error: () => Error }
  /** called when the request ends; may be called more than once */
  ended?: () => void
}

/**
 * The lifetime of one request. It ends by its timeout, by its idle timeout, when the caller disconnects, or with its
 * response. All work for the request uses `signal`. The idle timeout runs only while the client waits for the node
 * (`waiting`), never while the client is slow to read.
 */
export class RequestLife {
  readonly #controller = new AbortController()
  readonly #outer: AbortSignal
  readonly #onAbort = (): void => {
    this.abort(this.#outer.reason)
  }
  readonly #idle: RequestLifeOptions['idle']
  readonly #ended: () => void
  /** ends the races; a signal listener for each value of a long response would cost more than the value */
  readonly #racing = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #idleTimer: ReturnType<typeof setTimeout> | undefined

  /** @param outer - aborts when the caller disconnects */
  constructor (outer: AbortSignal, { timeoutMs, idle, ended = () => {} }: RequestLifeOptions = {}) {
    this.#outer = outer
    this.#ended = ended
    this.#idle = idle
    outer.addEventListener('abort', this.#onAbort, { once: true })

    if (outer.aborted) {
      this.#onAbort()
    }

    const over = (): void => {
      this.abort(new DOMException('the timeout of the request is over', 'TimeoutError'))
    }

    if (timeoutMs != null && timeoutMs <= 0) {
      over() // before any work starts, as Go's contexts
    } else if (timeoutMs != null) {
      this.#timer = setTimeout(over, Math.min(timeoutMs, MAX_TIMER_MS))
    }
  }

  get signal (): AbortSignal {
    return this.#controller.signal
  }

  /** Whether the body is streamed: the lifetime then ends with the body and not with the head. */
  streams = false

  /** Aborts the work. Idempotent. */
  readonly abort = (reason?: unknown): void => {
    this.close()
    this.#controller.abort(reason ?? new DOMException('the request was aborted', 'AbortError'))
    this.#racing.forEach((aborted) => {
      aborted()
    })
    this.#racing.clear()
  }

  /** Ends the lifetime: stops all timers and listeners. */
  readonly close = (): void => {
    clearTimeout(this.#timer)
    this.arrived()
    this.#outer.removeEventListener('abort', this.#onAbort)
    this.#ended()
  }

  /** Starts the idle timeout. */
  readonly waiting = (): void => {
    if (this.#idle != null && this.#idleTimer == null && !this.signal.aborted) {
      const { ms, error } = this.#idle
      this.#idleTimer = setTimeout(() => {
        this.abort(error())
      }, Math.min(ms, MAX_TIMER_MS))
    }
  }

  /** Stops the idle timeout: data has arrived. */
  readonly arrived = (): void => {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = undefined
  }

  /**
   * Settles like the work, or rejects with the abort reason shortly after the request has ended. Work that ignores its
   * signal cannot block the response.
   */
  async race<T> (work: Promise<T> | T): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      const aborted = (): void => {
        setTimeout(() => {
          reject(this.signal.reason as Error)
        }, LAST_WORDS_MS)
      }

      if (this.signal.aborted) {
        aborted()
      } else {
        this.#racing.add(aborted)
      }

      Promise.resolve(work).then((value) => {
        this.#racing.delete(aborted)
        resolve(value)
      }, (err: unknown) => {
        this.#racing.delete(aborted)
        reject(err as Error)
      })
    })
  }
}
