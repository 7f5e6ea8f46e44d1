import { MAX_TIMER_MS } from '../../async/timers/later.ts'

/**
 * After the end of a request its work has so long to say in its own words what was cut short (`pin: context deadline
 * exceeded`).
 */
const LAST_WORDS_MS = 100

export interface RequestLifeOptions {
  /** the whole request may take so long, from now on */
  timeoutMs?: number
  /** so long may pass without anything coming, while somebody waits for it */
  idle?: { ms: number; error: () => Error }
  /** told of its end; may be called again */
  ended?: () => void
}

/**
 * The life of one request: ends by its timeout, by too long a silence, by the caller going away, or with its answer.
 * All work for the request takes `signal`. The clock of silence runs only while somebody waits for the node
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
  /** what ends the races; a listener of the signal for each value of a long answer costs more than the value */
  readonly #racing = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #idleTimer: ReturnType<typeof setTimeout> | undefined

  /** @param outer - aborts when the caller goes away */
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
      over() // before anything is done, as Go's contexts
    } else if (timeoutMs != null) {
      this.#timer = setTimeout(over, Math.min(timeoutMs, MAX_TIMER_MS))
    }
  }

  get signal (): AbortSignal {
    return this.#controller.signal
  }

  /** The body is made as it is read: the life ends with it and not with the head. */
  streams = false

  /** Ends the work. Nothing happens the second time. */
  readonly abort = (reason?: unknown): void => {
    this.close()
    this.#controller.abort(reason ?? new DOMException('the request was aborted', 'AbortError'))
    this.#racing.forEach((aborted) => {
      aborted()
    })
    this.#racing.clear()
  }

  /** All is done: no timer runs any more and nothing is listened to. */
  readonly close = (): void => {
    clearTimeout(this.#timer)
    this.arrived()
    this.#outer.removeEventListener('abort', this.#onAbort)
    this.#ended()
  }

  /** Starts the clock of silence. */
  readonly waiting = (): void => {
    if (this.#idle != null && this.#idleTimer == null && !this.signal.aborted) {
      const { ms, error } = this.#idle
      this.#idleTimer = setTimeout(() => {
        this.abort(error())
      }, Math.min(ms, MAX_TIMER_MS))
    }
  }

  /** Stops it: something has come. */
  readonly arrived = (): void => {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = undefined
  }

  /**
   * Settles as the work does, or with the abort reason soon after the request ended: work that forgets its signal
   * cannot hang an answer.
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
