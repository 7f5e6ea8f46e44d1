import { Workbox } from 'workbox-window'
import { answerPings } from './answer-pings.ts'
import { workerContainer } from './container.ts'
import { WorkerRefusedError } from './errors.ts'
import { firstInstalled, hearFailure } from './first-installed.ts'
import { offerWebRtc } from './offer-webrtc.ts'
import { registering } from './registering.ts'
import { replaceOther } from './replace-other.ts'
import { watchUpdates } from './updates.ts'
import type { UpdateListeners, UpdateWatch } from './updates.ts'
import { workerUrl } from './worker-url.ts'
import type { BlockstoreKind } from './worker-url.ts'

export interface RegisterOptions extends UpdateListeners {
  /** how a new repo keeps its blocks; a repo that is kept otherwise does not open, and says so */
  blockStore?: BlockstoreKind
  /** Makes the node a peer of the network, which gives others what it keeps and what they ask for. No when left out: whatever is not here comes over HTTP then. */
  swarm?: boolean
  /** The worker's script, where it is not `/sw.js`. */
  script?: string
  /**
   * The folder whose pages the worker serves; the whole origin when left out. A script that lies in a folder needs either the header
   * `Service-Worker-Allowed: /` of its host, or that folder here: the pages in it read and write as anywhere else then, but a tab or
   * a frame that opens `/ipfs/…` lies outside of it and is asked of the host.
   */
  scope?: string
}

interface Registered {
  script: string
  scope: string
  registration: ServiceWorkerRegistration
  watch: UpdateWatch
}

/** The newest of each name, whichever call gave it. */
const listeners: UpdateListeners = {}
/** One call comes after the other: the second finds what the first has made. */
let last: Promise<unknown> = Promise.resolve()
let registered: Registered | undefined

/**
 * Installs the node's worker for this origin, or finds the one that is there. A service worker without a node that the page had before is
 * replaced at once.
 * The page holds the connections of WebRTC for a worker that is a peer.
 * A newer version is offered to the listeners and never forced.
 * A page listens once, however often it calls this (an effect of React runs twice): a listener takes the place of the one that an
 * earlier call gave by the same name, and is told of an offer that stands.
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
export async function register ({ blockStore, swarm, script, scope = '/', ...given }: RegisterOptions = {}): Promise<ServiceWorkerRegistration> {
  const container = workerContainer()
  answerPings()
  const url = workerUrl({ blockStore, swarm, script })
  Object.assign(listeners, Object.fromEntries(Object.entries(given).filter(([, listener]) => listener != null)))

  const registration = last.then(async () => await present(container, url, scope) ?? await registerAnew(container, url, scope))
  const ended = last = registering.current = registration.catch(() => {})
  void ended.then(() => { if (registering.current === ended) registering.current = undefined })
  return await registration
}

/** What a call before this one has registered, if nobody has taken it away since. */
async function present (container: ServiceWorkerContainer, script: string, scope: string): Promise<ServiceWorkerRegistration | undefined> {
  const { registration, watch } = registered ?? {}

  if (registration == null || registered?.script !== String(script) || registered.scope !== scope || await container.getRegistration(scope).catch(() => undefined) !== registration) {
    return undefined
  }

  watch?.look()
  return registration
}

async function registerAnew (container: ServiceWorkerContainer, script: string, scope: string): Promise<ServiceWorkerRegistration> {
  registered?.watch.stop()
  registered = undefined
  const failure = hearFailure(container)

  // no HTTP cache between a deployment and its worker, whatever the host says
  const workbox = new Workbox(script, { scope, updateViaCache: 'none' })
  let registration
  try {
    registration = await workbox.register({ immediate: true })
  } catch (cause) {
    // offline with a worker in place the page runs on; its update check merely failed
    registration = await container.getRegistration(scope).catch(() => undefined)
    if (registration?.active == null || registration.scope !== new URL(scope, document.baseURI).href) {
      failure.stop()
      throw new WorkerRefusedError((cause as Error).message, { cause })
    }
  }
  if (registration == null) {
    failure.stop()
    throw new WorkerRefusedError('the browser returned no registration')
  }

  let watch: UpdateWatch | undefined
  try {
    // before updates are watched: a first node is no update of a worker without one
    await replaceOther(registration, failure)
    watch = watchUpdates(workbox, registration, listeners)
    offerWebRtc()
    await firstInstalled(registration, failure)
  } catch (err) {
    watch?.stop()
    throw err
  } finally {
    failure.stop()
  }

  // a Trusted Type is another object each time
  registered = { script: String(script), scope, registration, watch }
  return registration
}
