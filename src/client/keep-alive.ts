import { answerPings } from './answer-pings.ts'
import type { Ping } from './messages.ts'
import { startTimerWorker } from './timer-worker.ts'

/** A browser stops an idle worker after 20 to 40 s. */
const PING_INTERVAL_MS = 15_000

/** The Web Lock by which the hidden pages of one worker elect the one that pings. */
const PINGING_LOCK = 'swipfs-keep-alive'

const pingers = new Map<number, Pinger>()

/**
 * Keeps the worker alive until the returned function is called. Needed while a page waits for something that causes no requests of
 * its own, such as a stream to a peer. Works in hidden tabs too, but not in frozen ones.
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
 * A visible page pings by its own timer. Hidden pages elect one of them by a Web Lock, and that one pings by the timer of a dedicated
 * worker. Where a hidden page can have no such worker, it pings by its own timer, as often as the browser lets it.
 *
 * A page that is frozen, or in the back/forward cache, takes no part.
 */
class Pinger {
  readonly #intervalMs: number
  #holders = 0
  /** Ends the listeners to the life of the page. */
  #listening = new AbortController()
  /** Ends the current way to ping. */
  #way = new AbortController()
  #isAway = false

  constructor (intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  /** @returns lets go; without effect the second time */
  hold (): () => void {
    let isHeld = true
    this.#holders++

    if (this.#holders === 1) {
      this.#listen()
      this.#choose()
    } else {
      ping()
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
    const leave = (): void => { this.#isAway = true; this.#way.abort() }
    const comeBack = (): void => { this.#isAway = false; this.#choose() }

    page?.addEventListener('visibilitychange', () => { if (!this.#isAway) this.#choose() }, { signal })
    page?.addEventListener('freeze', leave, { signal })
    // the first worker of a page, or one whose scope is another
    globalThis.navigator?.serviceWorker?.addEventListener?.('controllerchange', () => { if (!this.#isAway) this.#choose() }, { signal })
    page?.addEventListener('resume', comeBack, { signal })

    if (page != null) {
      window.addEventListener('pagehide', leave, { signal })
      window.addEventListener('pageshow', ({ persisted }) => { if (persisted) comeBack() }, { signal })
    }
  }

  /** Pings at once, and from then on in the way that fits the page. */
  #choose (): void {
    this.#way.abort()
    this.#way = new AbortController()
    const { signal } = this.#way
    ping()

    if ((globalThis.document as Document | undefined)?.visibilityState === 'hidden') {
      void this.#pingHidden(signal)
    } else {
      this.#pingByPage(signal)
    }
  }

  #pingByPage (signal: AbortSignal): void {
    const timer = setInterval(ping, this.#intervalMs)
    signal.addEventListener('abort', () => { clearInterval(timer) })
  }

  async #pingHidden (signal: AbortSignal): Promise<void> {
    const scope = await scopeOfWorker()

    if (scope == null) {
      if (!signal.aborted) this.#pingByPage(signal)
      return
    }

    // The lock is for the pages of one worker: an origin may have several, each with a scope of its own.
    const isElected = await lock(`${PINGING_LOCK} ${this.#intervalMs} ${scope}`, signal)

    if (signal.aborted) {
      return
    }

    // It may have been a while, and another page may have pinged until it was closed.
    ping()
    const byPage = new AbortController()
    signal.addEventListener('abort', () => { byPage.abort() })
    this.#pingByPage(byPage.signal)

    if (await startTimerWorker(this.#intervalMs, ping, { scope, signal })) {
      byPage.abort()
    } else {
      // A page whose timers are throttled must not keep others from pinging.
      isElected?.()
    }
  }
}

function ping (): void {
  // looked up each time: an update may have put another worker there
  globalThis.navigator?.serviceWorker?.controller?.postMessage({ type: 'ping' } satisfies Ping)
}

/** @returns the scope of the worker that controls this page; undefined where none does */
async function scopeOfWorker (): Promise<string | undefined> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  return serviceWorker?.controller == null ? undefined : (await serviceWorker.getRegistration().catch(() => undefined))?.scope
}

/**
 * Waits for a Web Lock and holds it until the signal aborts.
 *
 * @returns releases it earlier; undefined where it was not granted, since the signal has aborted or the browser has no locks
 */
async function lock (name: string, signal: AbortSignal): Promise<(() => void) | undefined> {
  const { locks } = navigator as { locks?: LockManager }

  return locks == null ? undefined : await new Promise((resolve) => {
    locks.request(name, { signal }, async () => {
      await new Promise<void>((release) => {
        signal.addEventListener('abort', () => { release() })
        resolve(release)
      })
    }).catch(() => { resolve(undefined) })
  })
}
