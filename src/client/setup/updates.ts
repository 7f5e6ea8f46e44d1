import type { Workbox } from 'workbox-window'
import { NodeNotReadyError } from '../protocol/errors.ts'
import type { SkipWaiting } from '../protocol/messages.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { BUSY_LOCK } from '../worker/while-busy.ts'
import { workerNode } from './worker-node.ts'

/** Time to wait until the worker is idle, after which it is replaced anyway. */
const IDLE_TIMEOUT_MS = 60_000
const TAKE_OVER_TIMEOUT_MS = 60_000
/**
 * Interval of repeated requests to take over. An idle worker is replaced immediately. One that is still there after
 * some attempts is released after 30 s without a message.
 */
const ASK_AGAIN_MS = 1000
const MAX_ASKED_AGAIN = 5
/** Delay after a failed installation; doubles up to {@link CHECK_INTERVAL_MS}. */
const RETRY_MS = 60_000
const CHECK_INTERVAL_MS = 60 * 60 * 1000

/** An offer to switch to a new version, which is installed and waits for the user's consent. */
export interface UpdateOffer {
  /**
   * Lets the new version take over, as soon as no page of this origin is busy with `whileBusy`. Reload the page
   * afterwards.
   *
   * @throws the signal's reason if the user changes their mind while waiting
   */
  accept: (options?: { signal?: AbortSignal }) => Promise<void>
}

export interface UpdateListeners {
  /** a newer version is being fetched (true), or that has ended, successfully or not (false) */
  onFetching?: (underWay: boolean) => void
  /** a new version can take over */
  onOffer?: (offer: UpdateOffer) => void
  /** another tab has switched: this page is older than its node now and should be reloaded when convenient */
  onReplaced?: () => void
  /**
   * the browser has removed the worker of this page, for example because site data was cleared: `register` installs one
   * again
   */
  onGone?: () => void
}

export interface UpdateWatch {
  /** reports a pending offer to a new listener */
  look: () => void
  stop: () => void
}

/**
 * Watches one registration for new versions of the worker.
 *
 * @param listeners - read for each report, so that listeners can be replaced
 */
export function watchUpdates (
  workbox: Workbox,
  registration: ServiceWorkerRegistration,
  listeners: UpdateListeners
): UpdateWatch {
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

  /**
   * Delay of the next attempt. A failed installation may be due to a CDN that sends files of the previous version for a
   * while.
   */
  let retryMs = RETRY_MS
  const checkForUpdate = updateChecker(registration, signal)
  const retryLater = (): void => {
    const timer = setTimeout(checkForUpdate, retryMs)
    retryMs = Math.min(2 * retryMs, CHECK_INTERVAL_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
    })
  }

  let offered: ServiceWorker | undefined
  let notified: UpdateListeners['onOffer']
  const look = (): void => {
    const { waiting, active } = registration
    const { onOffer } = listeners
    if (
      !signal.aborted && waiting != null && active != null &&
      (waiting !== offered || (!accepted && onOffer !== notified))
    ) {
      offered = waiting
      notified = onOffer
      onOffer?.(offer)
    }
  }
  const follow = (worker: ServiceWorker): void => {
    listeners.onFetching?.(true)
    worker.addEventListener('statechange', () => {
      listeners.onFetching?.(false)
      if (worker.state === 'redundant') {
        retryLater()
      }
      look()
    }, { once: true, signal })
  }

  workbox.addEventListener('installing', ({ isUpdate, isExternal, sw }) => {
    if (!signal.aborted && sw != null && (isUpdate === true || isExternal === true)) {
      follow(sw)
    }
  })
  workbox.addEventListener('waiting', look)
  // Workbox misses an update that the browser or another tab began before it listened.
  if (registration.installing != null && registration.active != null) {
    follow(registration.installing)
  }
  look()

  navigator.serviceWorker.addEventListener('controllerchange', () => {
    const before = controlled
    controlled = navigator.serviceWorker.controller != null
    if (!controlled) {
      listeners.onGone?.()
    } // The first worker of a first visit replaces none.
    else if (before && !accepted) {
      listeners.onReplaced?.()
    }
  }, { signal })
  checkNowAndThen(checkForUpdate, signal)
  return {
    look,
    stop: () => {
      watching.abort()
    }
  }
}

async function takeOver (
  registration: ServiceWorkerRegistration,
  { signal }: { signal?: AbortSignal } = {}
): Promise<void> {
  await navigator.locks.request(BUSY_LOCK, { mode: 'exclusive', signal }, async () => {
    const { waiting } = registration
    if (waiting == null) {
      return // another tab was faster
    }
    // A worker that is busy when it is replaced ends only when the browser would stop it, after 30 s.
    const { controller } = navigator.serviceWorker
    const isNode = controller != null && await workerNode(controller, { signal }) !== 'other'
    const idle = async (): Promise<void> => {
      if (isNode) {
        await askWorker(controller, { type: 'idle' }, { timeoutMs: IDLE_TIMEOUT_MS, signal }).catch(() => {})
      }
    }
    await idle()
    signal?.throwIfAborted()

    await new Promise<void>((resolve, reject) => {
      const skip = (): void => {
        waiting.postMessage({ type: 'skip-waiting' } satisfies SkipWaiting)
      }
      // A request of another tab may have made it busy again at that moment.
      let asked = 0

      const again = setInterval(() => {
        if (++asked === MAX_ASKED_AGAIN) {
          clearInterval(again)
        }
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

/**
 * Returns a function that checks for a new version. Without a network it checks when there is one, because browsers log
 * a failed fetch. A failed check is repeated by the next one.
 */
function updateChecker (registration: ServiceWorkerRegistration, signal: AbortSignal): () => void {
  let isWaiting = false

  return function check () {
    if (navigator.onLine) {
      isWaiting = false
      registration.update().catch(() => {}) // the host does not answer, or the worker is still installing
    } else if (!isWaiting) {
      isWaiting = true
      globalThis.addEventListener('online', check, { once: true, signal })
    }
  }
}

/**
 * Checks for updates now and periodically: browsers check only some time after a navigation, and a page may stay open
 * for days.
 *
 * @param checkForUpdate - see {@link updateChecker}
 */
function checkNowAndThen (checkForUpdate: () => void, signal: AbortSignal): void {
  let last = Date.now()
  const check = (): void => {
    last = Date.now()
    checkForUpdate()
  }

  // On a first visit the installed worker is the newest.
  if (navigator.serviceWorker.controller != null) {
    check()
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - last > CHECK_INTERVAL_MS) {
      check()
    }
  }, { signal })
}
