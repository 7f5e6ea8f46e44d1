import type { DownloadEnded, PingWanted } from '../../src/client/protocol/messages.ts'
import { defineError } from '../../src/errors/define-error.ts'
import { isBlobResponse } from '../../src/http/response/blob-response.ts'
import { isSaved } from '../../src/http/response/is-download.ts'
import { abortableResponse } from './abortable-response.ts'
import { BufferedDownloads } from './buffered-downloads.ts'
import { truncatesResponses } from './truncates-responses.ts'

/**
 * Thrown if the browser is about to stop the worker. It ends answers in progress, so that no client mistakes a part for
 * the whole.
 */
export class WorkerStopError extends defineError('WorkerStopError') {
  /** status of the HTTP answer, if its head is not sent yet */
  readonly status = 503

  constructor () {
    super('the browser stops the node before the response is complete: keep a page of the node open until then')
  }
}

/** Interval of requests for pings. Most answers end before the first one. */
const ASK_EVERY_MS = 10_000
/**
 * Firefox 153 stops the worker 60 s after its last event while `waitUntil` is pending. The difference is a margin for a
 * busy machine.
 */
const CUT_AFTER_MS = 45_000
const LOOK_MS = 5000
/** Time for the source of an answer to end it with its own error, as the RPC does in the last line. */
const LAST_WORDS_MS = 1000
/** Time within which a page that can ping does so. */
const PING_MS = 700

interface OpenResponsesOptions {
  /** whether this browser cuts answers silently; otherwise nothing is done */
  mayTruncate?: boolean
  /** Monotonic clock in milliseconds. Firefox measures the life of a worker by the same clock. */
  now?: () => number
}

interface AnswerOptions {
  /** returns bytes to append to a body that ended normally; none by default */
  tail?: (response: Response) => Uint8Array<ArrayBuffer> | undefined
}

/**
 * Keeps the worker alive while it answers, in browsers that otherwise cut answers silently ({@link
 * truncatesResponses}).
 *
 * While an answer is open, asks all pages for pings. If no event arrives and the browser is about to stop the worker,
 * all open answers end with a {@link WorkerStopError}. In all other browsers answers are passed on unchanged.
 */
export class OpenResponses {
  readonly #scope: Pick<ServiceWorkerGlobalScope, 'clients'>
  readonly #mayTruncate: boolean
  readonly #now: () => number
  /** downloads for which the browser is redirected until they are complete */
  readonly downloads = new BufferedDownloads()
  /** functions that cut the open answers */
  readonly #open = new Set<(err: Error) => void>()
  readonly #awaitingPing = new Set<() => void>()
  #eventAt: number
  #askedAt = 0
  #timer: ReturnType<typeof setInterval> | undefined

  /** Adds its listeners before it returns. */
  constructor (
    scope: Pick<ServiceWorkerGlobalScope, 'addEventListener' | 'clients'>,
    { mayTruncate = truncatesResponses(), now = () => performance.now() }: OpenResponsesOptions = {}
  ) {
    this.#scope = scope
    this.#mayTruncate = mayTruncate
    this.#now = now
    this.#eventAt = now()

    if (mayTruncate) {
      scope.addEventListener('fetch', () => {
        this.#eventAt = now()
      })
      scope.addEventListener('message', (event) => {
        this.#heard(event)
      })
    }
  }

  /** whether this browser cuts answers silently */
  get mayTruncate (): boolean {
    return this.#mayTruncate
  }

  /**
   * Answers a fetch event.
   *
   * @param make - makes the answer; `leaving` aborts when the browser is about to stop the worker. Returns undefined
   *   for a request that must not be answered.
   * @returns the answer; its body ends with a WorkerStopError if the worker must stop before; undefined if `make`
   *   returns undefined
   */
  answer (
    event: Pick<FetchEvent, 'request' | 'waitUntil'>,
    make: (leaving?: AbortSignal) => Promise<Response> | undefined,
    options?: AnswerOptions
  ): Promise<Response> | undefined {
    if (!this.#mayTruncate) {
      return make()
    }

    const leaving = new AbortController()
    const made = this.downloads.take(event.request) ?? make(leaving.signal)

    if (made == null) {
      return undefined
    }

    return new Promise<Response>((resolve, reject) => {
      // Doubles the time that the browser gives the worker.
      event.waitUntil(
        new Promise<void>((ended) => {
          this.#follow(event.request.url, made, leaving, ended, options).then(resolve, reject)
        })
      )
    })
  }

  /** Returns whether any page of this origin is open. */
  async hasPage (): Promise<boolean> {
    return (await this.#pages()).length > 0
  }

  /**
   * Asks all pages for a ping now.
   *
   * @returns whether one has arrived
   */
  async hasPingingPage (): Promise<boolean> {
    if (await this.#askForPings() === 0) {
      return false
    }

    return await new Promise<boolean>((resolve) => {
      const settle = (pinged: boolean): void => {
        clearTimeout(timer)
        this.#awaitingPing.delete(onPing)
        resolve(pinged)
      }

      const onPing = (): void => {
        settle(true)
      }
      const timer = setTimeout(settle, PING_MS, false)
      this.#awaitingPing.add(onPing)
    })
  }

  async #follow (
    url: string,
    made: Promise<Response>,
    leaving: AbortController,
    ended: () => void,
    { tail }: AnswerOptions = {}
  ): Promise<Response> {
    let failHead!: (err: Error) => void
    const cutHead = new Promise<never>((_, reject) => {
      failHead = reject
    })
    cutHead.catch(() => {}) // the head may be sent long before
    let fail = failHead

    const cut = (err: Error): void => {
      leaving.abort(err)
      setTimeout(() => {
        fail(err)
      }, LAST_WORDS_MS)
    }

    const end = (): void => {
      this.#open.delete(cut)
      this.#watch()
      ended()
    }

    this.#open.add(cut)
    this.#watch()

    try {
      const response = await Promise.race([made, cutHead])

      // The browser reads a Blob itself, even if the worker is gone.
      if (response.body == null || isBlobResponse(response)) {
        end()
        return response
      }

      const ended = (reason?: unknown): void => {
        end()

        if (isSaved(response)) {
          this.#notifyDownloadEnded(url, reason !== undefined).catch(() => {}) // the page misses the notification
        }
      }

      const cuttable = abortableResponse(response, {
        ended,
        tail: tail?.(response),
        // An error answer is complete: it says what was cut.
        leaving: response.ok ? leaving.signal : undefined
      })
      fail = cuttable.cut
      return cuttable.response
    } catch (err) {
      end()
      throw err
    }
  }

  #heard ({ data }: ExtendableMessageEvent): void {
    this.#eventAt = this.#now()

    if ((data as { type?: unknown } | null)?.type === 'ping') {
      this.#awaitingPing.forEach((pinged) => {
        pinged()
      })
    }
  }

  /** Runs the timer while an answer is open. */
  #watch (): void {
    if (this.#open.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    } else if (this.#timer == null) {
      this.#askedAt = this.#now()
      this.#timer = setInterval(() => {
        this.#look()
      }, LOOK_MS)
    }
  }

  #look (): void {
    const now = this.#now()

    if (now - this.#eventAt >= CUT_AFTER_MS) {
      this.#open.forEach((cut) => {
        cut(new WorkerStopError())
      })
    } else if (now - this.#askedAt >= ASK_EVERY_MS) {
      // Also while other events arrive: pages of a site ping their home node on this request too.
      this.#askedAt = now
      this.#askForPings().catch(() => {}) // asked again at the next check
    }
  }

  /** Notifies the page that waits for a download at the same address (`downloadPage`). */
  async #notifyDownloadEnded (url: string, failed: boolean): Promise<void> {
    const pages = await this.#pages()
    const [target] = url.split('#')
    pages.filter((page) => page.url.split('#')[0] === target).forEach((page) => {
      page.postMessage({ type: 'download-ended', failed } satisfies DownloadEnded)
    })
  }

  /**
   * Asks all pages for a ping.
   *
   * @returns the number of pages
   */
  async #askForPings (): Promise<number> {
    const pages = await this.#pages()
    pages.forEach((page) => {
      page.postMessage({ type: 'ping-wanted' } satisfies PingWanted)
    })
    return pages.length
  }

  async #pages (): Promise<readonly Client[]> {
    return await this.#scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  }
}
