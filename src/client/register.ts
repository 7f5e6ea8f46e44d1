import { Workbox } from 'workbox-window'
import { workerContainer } from './container.ts'
import { WorkerRefusedError } from './errors.ts'
import { firstInstalled, hearFailure } from './first-installed.ts'
import { offerWebRtc } from './offer-webrtc.ts'
import { watchUpdates } from './updates.ts'
import type { UpdateListeners } from './updates.ts'
import { workerUrl } from './worker-url.ts'
import type { BlockstoreKind } from './worker-url.ts'

export interface RegisterOptions extends UpdateListeners {
  /** how a new repo keeps its blocks; a repo that is kept otherwise does not open, and says so */
  blockStore?: BlockstoreKind
  /** Makes the node a peer of the network, which gives others what it keeps and what they ask for. No when left out: whatever is not here comes over HTTP then. */
  swarm?: boolean
  /** The worker's script, where it is not `/sw.js`; without a query. Its folder should be the root, or the host sends `Service-Worker-Allowed: /` with it. */
  script?: string
}

/**
 * Installs the node's worker for this origin, or finds the one that is there.
 * The page holds the connections of WebRTC for a worker that is a peer.
 * A newer version is offered to the listeners and never forced.
 *
 * @throws WorkersUnavailableError where the browser has no service workers
 * @throws WorkerRefusedError when the browser does not take the script, and when a first worker cannot be installed: with the reason
 * @example
 * ```ts
 * await register({
 *   onOffer: async (offer) => {
 *     if (confirm('A new version is there. Switch?')) {
 *       await offer.accept()
 *       location.reload()
 *     }
 *   }
 * })
 * await ready()
 * ```
 */
export async function register ({ blockStore, swarm, script, ...listeners }: RegisterOptions = {}): Promise<ServiceWorkerRegistration> {
  const failure = hearFailure(workerContainer())

  // no HTTP cache between a deployment and its worker, whatever the host says
  const workbox = new Workbox(workerUrl({ blockStore, swarm, script }), { scope: '/', updateViaCache: 'none' })
  let registration
  try {
    registration = await workbox.register({ immediate: true })
  } catch (cause) {
    // offline with a worker in place the page runs on; its update check merely failed
    registration = await navigator.serviceWorker.getRegistration('/').catch(() => undefined)
    if (registration?.active == null) {
      throw new WorkerRefusedError((cause as Error).message, { cause })
    }
  }
  if (registration == null) {
    throw new WorkerRefusedError('the browser returned no registration')
  }

  watchUpdates(workbox, registration, listeners)
  offerWebRtc()
  await firstInstalled(registration, failure)
  return registration
}
