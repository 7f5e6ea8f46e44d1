import { Workbox } from 'workbox-window'
import { WorkerRefusedError } from '../protocol/errors.ts'
import { answerPings } from '../worker/answer-pings.ts'
import { offerWebRtc } from '../worker/offer-webrtc.ts'
import { workerContainer } from '../worker/worker-container.ts'
import { workerUrl } from '../worker/worker-url.ts'
import type { BlockstoreKind } from '../worker/worker-url.ts'
import { firstInstalled, hearFailure } from './first-install.ts'
import { replaceOther } from './replace-worker.ts'
import { watchUpdates } from './updates.ts'
import type { UpdateListeners, UpdateWatch } from './updates.ts'

/** The running call of `register` in this page, by which `ready` knows that a worker is being installed. */
export const registering: { current: Promise<unknown> | undefined } = { current: undefined }

export interface RegisterOptions extends UpdateListeners {
  /** blockstore of a new repo; a repo with another blockstore does not open, and reports that */
  blockStore?: BlockstoreKind
  /**
   * Whether the node is a peer of the network, which serves its content to others. Default false: missing content is
   * then only fetched over HTTP.
   */
  swarm?: boolean
  /** URL of the worker's script; default `/sw.js`. */
  script?: string
  /**
   * The folder whose pages the worker serves; by default the whole origin. A script in a folder needs either the header
   * `Service-Worker-Allowed: /` of its host, or that folder here. With a folder, its pages read and write as usual. But
   * a tab or frame that opens `/ipfs/…` is outside of it, and its request goes to the host.
   */
  scope?: string
}

interface Registered {
  script: string
  scope: string
  registration: ServiceWorkerRegistration
  watch: UpdateWatch
}

/** The latest listener of each name, from any call. */
const listeners: UpdateListeners = {}
/** Serializes calls: the second one finds the result of the first. */
let last: Promise<unknown> = Promise.resolve()
let registered: Registered | undefined

/**
 * Installs the node's worker for this origin, or finds the existing one. Replaces an existing service worker without a
 * node immediately.
 *
 * If the worker is a peer, the page holds its WebRTC connections.
 *
 * A newer version is offered to the listeners and never forced. A page listens once, however often it calls this (React
 * runs effects twice): a listener replaces the earlier one of that name, and receives a pending offer.
 *
 * @throws WorkersUnavailableError if the browser has no service workers
 * @throws WorkerRefusedError with the reason if the browser refuses the script, or a first worker cannot be installed
 * @example
 * ```ts
 * await register({
 *   onOffer: async (offer) => {
 *     if (confirm('A new version is available. Switch?')) {
 *       await offer.accept()
 *       location.reload()
 *     }
 *   }
 * })
 * await ready()
 * ```
 */
export async function register (
  { blockStore, swarm, script, scope = '/', ...given }: RegisterOptions = {}
): Promise<ServiceWorkerRegistration> {
  const container = workerContainer()
  answerPings()
  const url = workerUrl({ blockStore, swarm, script })
  Object.assign(listeners, Object.fromEntries(Object.entries(given).filter(([, listener]) => listener != null)))

  const registration = last.then(async () =>
    await existingRegistration(container, url, scope) ?? await registerAgain(container, url, scope)
  )
  const ended = last = registering.current = registration.catch(() => {})
  void ended.then(() => {
    if (registering.current === ended) {
      registering.current = undefined
    }
  })
  return await registration
}

/** Returns the registration of an earlier call, unless it was removed since. */
async function existingRegistration (
  container: ServiceWorkerContainer,
  script: string,
  scope: string
): Promise<ServiceWorkerRegistration | undefined> {
  const { registration, watch } = registered ?? {}

  if (
    registration == null || registered?.script !== String(script) || registered.scope !== scope ||
    await container.getRegistration(scope).catch(() => undefined) !== registration
  ) {
    return undefined
  }

  watch?.look()
  return registration
}

async function registerAgain (
  container: ServiceWorkerContainer,
  script: string,
  scope: string
): Promise<ServiceWorkerRegistration> {
  registered?.watch.stop()
  registered = undefined
  const failure = hearFailure(container)

  // Bypass the HTTP cache for worker scripts, regardless of the host's cache headers.
  const workbox = new Workbox(script, { scope, updateViaCache: 'none' })
  let registration
  try {
    registration = await workbox.register({ immediate: true })
  } catch (cause) {
    // Offline with an existing worker the page works; only its update check failed.
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
    // Before updates are watched: a first node is no update of a worker without one.
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

  // A Trusted Type is a new object each time.
  registered = { script: String(script), scope, registration, watch }
  return registration
}
