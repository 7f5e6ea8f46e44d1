import type { SkipWaiting } from '../protocol/messages.ts'
import { firstInstalled } from './first-install.ts'
import type { InstallFailure } from './first-install.ts'
import { workerNode } from './worker-node.ts'

/**
 * Timeout for a worker that does not answer and gives no other sign: it does not control this page, or holds the
 * requests of the page without answering them. A node answers as soon as it runs.
 */
const SILENCE_MS = 10_000
/** Time within which a browser releases a worker: at the latest 30 s after its last event. */
const TAKE_OVER_MS = 35_000

/**
 * Lets a node that is being installed replace a service worker without one, such as an earlier worker of the app. The
 * user is not asked, because no node is in use yet.
 *
 * @returns whether the node has taken over
 * @throws WorkerRefusedError with the reason if it cannot be installed
 */
export async function replaceOther (
  registration: ServiceWorkerRegistration,
  failure: InstallFailure
): Promise<boolean> {
  const { active } = registration
  const next = registration.installing ?? registration.waiting

  if (active == null || next == null || !await hasNoNode(active)) {
    return false
  }

  await firstInstalled({ active: null, waiting: null, installing: next }, failure)
  await takeOver(next)
  return true
}

async function hasNoNode (active: ServiceWorker): Promise<boolean> {
  return typeof await workerNode(active, { timeoutMs: SILENCE_MS }) !== 'object'
}

/**
 * Makes an installed worker take over and waits until it has. Gives up after {@link TAKE_OVER_MS}; the browser
 * continues by itself.
 */
export async function takeOver (next: ServiceWorker): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, TAKE_OVER_MS)

    const check = (): void => {
      if (next.state === 'activated' || next.state === 'redundant') {
        clearTimeout(timer)
        next.removeEventListener('statechange', check)
        resolve()
      }
    }

    next.addEventListener('statechange', check)
    next.postMessage({ type: 'skip-waiting' } satisfies SkipWaiting)
    check()
  })
}
