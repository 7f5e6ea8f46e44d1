import type { Workbox } from 'workbox-window'
import { askWorker } from './ask-worker.ts'
import { NodeNotReadyError } from './errors.ts'
import type { SkipWaiting } from './messages.ts'
import { nodeOfWorker } from './node-of-worker.ts'
import { BUSY_LOCK } from './while-busy.ts'

/** How long to wait for a moment without requests; then without it. */
const IDLE_TIMEOUT_MS = 60_000
const TAKE_OVER_TIMEOUT_MS = 60_000
/** A worker that has nothing to do is gone at once. One that is still there after some questions is let go when it has not been asked anything for 30 s. */
const ASK_AGAIN_MS = 1000
const MAX_ASKED_AGAIN = 5
/** After a failed installation; doubles up to {@link CHECK_INTERVAL_MS}. */
const RETRY_MS = 60_000
const CHECK_INTERVAL_MS = 60 * 60 * 1000

/** A new version is installed and waits for a person's word. */
export interface UpdateOffer {
  /**
   * Lets the new version take over, as soon as no page of this origin is busy
   * with `whileBusy`. Reload the page afterwards.
   *
   * @throws the signal's reason when the person changes their mind while waiting
   */
  accept: (options?: { signal?: AbortSignal }) => Promise<void>
}

export interface UpdateListeners {
  /** a newer version is being fetched (true), or that has ended, well or badly (false) */
  onFetching?: (underWay: boolean) => void
  /** it can be switched to */
  onOffer?: (offer: UpdateOffer) => void
  /** another tab has switched: this page is older than its node now and should be reloaded when it suits */
  onReplaced?: () => void
  /** the browser has taken the worker away below this page, as when the data of the site is cleared: `register` brings one again */
  onGone?: () => void
}

export interface UpdateWatch {
  /** tells a listener that is new of an offer that stands */
  look: () => void
  stop: () => void
}

/**
 * Watches one registration for new versions of the worker.
 *
 * @param listeners - read whenever there is something to tell, so that another can take a place in it
 */
export function watchUpdates (workbox: Workbox, registration: ServiceWorkerRegistration, listeners: UpdateListeners): UpdateWatch {
  const watching = new AbortController()
  const { signal } = watching
  let accepted = false
  let controlled = navigator.serviceWorker.controller != null
  const offer: UpdateOffer = {
    async accept (options) {
      accepted = true
      try {
        await takeOver(registration, options)
      } catch (err) {
        accepted = false
        throw err
      }
    }
  }

  /** A version that cannot be installed may only be half there: a CDN on the way answers with files of the version before for a while. */
  let retryMs = RETRY_MS
  const retryLater = (): void => {
    const timer = setTimeout(() => { registration.update().catch(() => {}) }, retryMs)
    retryMs = Math.min(2 * retryMs, CHECK_INTERVAL_MS)
    signal.addEventListener('abort', () => { clearTimeout(timer) })
  }

  let offered: ServiceWorker | undefined
  let told: UpdateListeners['onOffer']
  const look = (): void => {
    const { waiting, active } = registration
    const { onOffer } = listeners
    if (!signal.aborted && waiting != null && active != null && (waiting !== offered || (!accepted && onOffer !== told))) {
      offered = waiting
      told = onOffer
      onOffer?.(offer)
    }
  }
  const follow = (worker: ServiceWorker): void => {
    listeners.onFetching?.(true)
    worker.addEventListener('statechange', () => {
      listeners.onFetching?.(false)
      if (worker.state === 'redundant') retryLater()
      look()
    }, { once: true, signal })
  }

  workbox.addEventListener('installing', ({ isUpdate, isExternal, sw }) => {
    if (!signal.aborted && sw != null && (isUpdate === true || isExternal === true)) follow(sw)
  })
  workbox.addEventListener('waiting', look)
  // workbox listens from now on; what the browser or another tab began before this, it does not see
  if (registration.installing != null && registration.active != null) follow(registration.installing)
  look()

  navigator.serviceWorker.addEventListener('controllerchange', () => {
    const before = controlled
    controlled = navigator.serviceWorker.controller != null
    if (!controlled) listeners.onGone?.()
    // the first worker of a first visit replaces nobody
    else if (before && !accepted) listeners.onReplaced?.()
  }, { signal })
  checkNowAndThen(registration, signal)
  return { look, stop: () => { watching.abort() } }
}

async function takeOver (registration: ServiceWorkerRegistration, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  await navigator.locks.request(BUSY_LOCK, { mode: 'exclusive', signal }, async () => {
    const { waiting } = registration
    if (waiting == null) {
      return // another tab was quicker
    }
    // a worker that is asked to go while it is busy goes only when the browser would stop it, in 30 s
    const { controller } = navigator.serviceWorker
    const isNode = controller != null && await nodeOfWorker(controller, { signal }) !== 'other'
    const idle = async (): Promise<void> => { if (isNode) await askWorker(controller, { type: 'idle' }, { timeoutMs: IDLE_TIMEOUT_MS, signal }).catch(() => {}) }
    await idle()
    signal?.throwIfAborted()

    await new Promise<void>((resolve, reject) => {
      const skip = (): void => { waiting.postMessage({ type: 'skip-waiting' } satisfies SkipWaiting) }
      // a request that came in that very moment, of another tab, has made it busy again
      let asked = 0

      const again = setInterval(() => {
        if (++asked === MAX_ASKED_AGAIN) clearInterval(again)
        void idle().then(skip)
      }, ASK_AGAIN_MS)

      const timer = setTimeout(() => {
        clearInterval(again)
        reject(new NodeNotReadyError('the new version does not take over'))
      }, TAKE_OVER_TIMEOUT_MS)

      navigator.serviceWorker.addEventListener('controllerchange', () => {
        clearTimeout(timer)
        clearInterval(again)
        resolve()
      }, { once: true })

      skip()
    })
  })
}

/** Browsers look for a new worker some time after a navigation only; and a page may stay open for days. */
function checkNowAndThen (registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  let last = Date.now()
  const check = (): void => {
    last = Date.now()
    // browsers log a failed fetch; without a network there is nothing to check
    if (navigator.onLine) {
      registration.update().catch(() => {}) // the host does not answer, or the worker is still installing: later
    }
  }

  // on a first visit there is nothing newer than what has just come
  if (navigator.serviceWorker.controller != null) check()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - last > CHECK_INTERVAL_MS) check()
  }, { signal })
}
