import type { Ping } from '../protocol/messages.ts'
import { answerPings } from './answer-pings.ts'
import { startTimerWorker } from './timer-worker.ts'

/** Interval of pings. A browser stops an idle worker after 20 to 40 s. */
const PING_INTERVAL_MS = 15_000

/** Web Lock with which the hidden pages of a worker elect the one that pings. */
const PINGING_LOCK = 'swipfs-keep-alive'

const pingers = new Map<number, Pinger>()

/**
 * Keeps the worker alive until the returned function is called. Needed while a page waits for something that causes no
 * requests of its own, such as a stream to a peer. Works in hidden tabs too, but not in frozen ones.
 *
 * @example
 * ```ts
 * const letGo = keepAlive()
 * try {
 *   await longWork()
 * } finally {
 *   letGo()
 * }
 * ```
 */
export function keepAlive ({ intervalMs = PING_INTERVAL_MS }: { intervalMs?: number } = {}): () => void {
  answerPings()
  let pinger = pingers.get(intervalMs)

  if (pinger == null) {
    pinger = new Pinger(intervalMs)
    pingers.set(intervalMs, pinger)
  }

  return pinger.hold()
}

/**
 * Pings the worker at an interval while the page holds it.
 *
 * A visible page pings by its own timer. Hidden pages elect one of them by a Web Lock, and that one pings by the timer
 * of a dedicated worker. A hidden page that cannot have such a worker pings by its own timer, as often as the browser
 * allows.
 *
 * A page that is frozen, or in the back/forward cache, does not take part.
 */
class Pinger {
  readonly #intervalMs: number
  #holders = 0
  /** Removes the listeners of page lifecycle events. */
  #listening = new AbortController()
  /** Stops the current timer. */
  #way = new AbortController()
  #isAway = false

  constructor (intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  /**
   * Holds the worker.
   *
   * @returns an idempotent function that releases it
   */
  hold (): () => void {
    let isHeld = true
    this.#holders++

    if (this.#holders === 1) {
      this.#listen()
      this.#choose()
    } else {
      pingWorker()
    }

    return () => {
      if (isHeld) {
        isHeld = false
        this.#holders--

        if (this.#holders === 0) {
          this.#listening.abort()
          this.#way.abort()
        }
      }
    }
  }

  #listen (): void {
    const page = globalThis.document as Document | undefined
    this.#isAway = false
    this.#listening = new AbortController()
    const { signal } = this.#listening
    const leave = (): void => {
      this.#isAway = true
      this.#way.abort()
    }
    const comeBack = (): void => {
      this.#isAway = false
      this.#choose()
    }

    page?.addEventListener('visibilitychange', () => {
      if (!this.#isAway) {
        this.#choose()
      }
    }, { signal })
    page?.addEventListener('freeze', leave, { signal })
    // A page got its first worker, or one with another scope.
    globalThis.navigator?.serviceWorker?.addEventListener?.('controllerchange', () => {
      if (!this.#isAway) {
        this.#choose()
      }
    }, { signal })
    page?.addEventListener('resume', comeBack, { signal })

    if (page != null) {
      window.addEventListener('pagehide', leave, { signal })
      window.addEventListener('pageshow', ({ persisted }) => {
        if (persisted) {
          comeBack()
        }
      }, { signal })
    }
  }

  /** Pings immediately, and then by the timer that fits the state of the page. */
  #choose (): void {
    this.#way.abort()
    this.#way = new AbortController()
    const { signal } = this.#way
    pingWorker()

    if ((globalThis.document as Document | undefined)?.visibilityState === 'hidden') {
      void this.#pingHidden(signal)
    } else {
      this.#pingByPage(signal)
    }
  }

  #pingByPage (signal: AbortSignal): void {
    const timer = setInterval(pingWorker, this.#intervalMs)
    signal.addEventListener('abort', () => {
      clearInterval(timer)
    })
  }

  async #pingHidden (signal: AbortSignal): Promise<void> {
    const scope = await scopeOfWorker()

    if (scope == null) {
      if (!signal.aborted) {
        this.#pingByPage(signal)
      }
      return
    }

    // The lock is per worker: an origin may have several workers with different scopes.
    const isElected = await holdLock(`${PINGING_LOCK} ${this.#intervalMs} ${scope}`, signal)

    if (signal.aborted) {
      return
    }

    // The election may have taken a while, until the page that pinged before was closed.
    pingWorker()
    const byPage = new AbortController()
    signal.addEventListener('abort', () => {
      byPage.abort()
    })
    this.#pingByPage(byPage.signal)

    if (await startTimerWorker(this.#intervalMs, pingWorker, { scope, signal })) {
      byPage.abort()
    } else {
      // A page whose timers are throttled must not keep others from pinging.
      isElected?.()
    }
  }
}

function pingWorker (): void {
  // Looked up each time, because an update may have replaced the worker.
  globalThis.navigator?.serviceWorker?.controller?.postMessage({ type: 'ping' } satisfies Ping)
}

/** Returns the scope of the worker that controls this page; undefined if there is none. */
async function scopeOfWorker (): Promise<string | undefined> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  return serviceWorker?.controller == null
    ? undefined
    : (await serviceWorker.getRegistration().catch(() => undefined))?.scope
}

/**
 * Waits for a Web Lock and holds it until the signal aborts.
 *
 * @returns a function that releases it earlier; undefined if it was not granted, because the signal aborted or the
 *   browser has no locks
 */
async function holdLock (name: string, signal: AbortSignal): Promise<(() => void) | undefined> {
  const { locks } = navigator as { locks?: LockManager }

  return locks == null ? undefined : await new Promise((resolve) => {
    locks.request(name, { signal }, async () => {
      await new Promise<void>((release) => {
        signal.addEventListener('abort', () => {
          release()
        })
        resolve(release)
      })
    }).catch(() => {
      resolve(undefined)
    })
  })
}
