import type { Workbox } from 'workbox-window'
import { NodeNotReadyError } from './errors.ts'
import type { SkipWaiting } from './messages.ts'
import { BUSY_LOCK } from './while-busy.ts'

const TAKE_OVER_TIMEOUT_MS = 30_000
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
  /** a newer version is being fetched */
  onInstalling?: () => void
  /** it can be switched to */
  onOffer?: (offer: UpdateOffer) => void
  /** another tab has switched: this page is older than its node now and should be reloaded when it suits */
  onReplaced?: () => void
}

/** Watches one registration for new versions of the worker. */
export function watchUpdates (workbox: Workbox, registration: ServiceWorkerRegistration, listeners: UpdateListeners): void {
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

  workbox.addEventListener('installing', ({ isUpdate, isExternal }) => {
    if (isUpdate === true || isExternal === true) listeners.onInstalling?.()
  })
  workbox.addEventListener('waiting', () => { listeners.onOffer?.(offer) })

  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // the first worker of a first visit replaces nobody
    if (controlled && !accepted) listeners.onReplaced?.()
    controlled = true
  })
  checkNowAndThen(registration)
}

async function takeOver (registration: ServiceWorkerRegistration, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  await navigator.locks.request(BUSY_LOCK, { mode: 'exclusive', signal }, async () => {
    const { waiting } = registration
    if (waiting == null) {
      return // another tab was quicker
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => { reject(new NodeNotReadyError('the new version does not take over')) }, TAKE_OVER_TIMEOUT_MS)
      navigator.serviceWorker.addEventListener('controllerchange', () => {
        clearTimeout(timer)
        resolve()
      }, { once: true })
      waiting.postMessage({ type: 'skip-waiting' } satisfies SkipWaiting)
    })
  })
}

/** Browsers look for a new worker at navigations only; a page may stay open for days. */
function checkNowAndThen (registration: ServiceWorkerRegistration): void {
  let last = Date.now()

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - last > CHECK_INTERVAL_MS) {
      last = Date.now()
      registration.update().catch(() => {}) // offline: later
    }
  })
}
