import { firstInstalled } from './first-installed.ts'
import type { InstallFailure } from './first-installed.ts'
import { nodeOfWorker } from './node-of-worker.ts'
import type { SkipWaiting } from './messages.ts'

/** A worker that does not control this page shows in no other way whether it runs. */
const SILENCE_MS = 10_000
/** The browser lets a worker go 30 s after its last event at the latest. */
const TAKE_OVER_MS = 35_000

/**
 * Lets a node that is being installed take the place of a service worker without one, such as the one that an app had before. Nobody is
 * asked: there is no node yet that could be in use.
 *
 * @returns whether the node has taken over
 * @throws WorkerRefusedError with the reason if it cannot be installed
 */
export async function replaceOther (registration: ServiceWorkerRegistration, failure: InstallFailure): Promise<boolean> {
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
  const isControlling = navigator.serviceWorker.controller === active
  const node = await nodeOfWorker(active, { timeoutMs: SILENCE_MS })
  return node === 'other' || (node === 'silent' && !isControlling)
}

/** Tells an installed worker to take over and waits until it has. Gives up after {@link TAKE_OVER_MS}: the browser goes on by itself. */
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
