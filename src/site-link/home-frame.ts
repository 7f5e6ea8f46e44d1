import { NodeNotReadyError } from '../client/protocol/errors.ts'
import { homeOrigin } from '../client/protocol/home-origin.ts'
import type { Ping } from '../client/protocol/messages.ts'
import { isSiteMessage } from '../client/protocol/site-messages.ts'
import type { FrameAnswer, KeepHome, PingHome, PortWanted } from '../client/protocol/site-messages.ts'
import { installWorker } from '../client/setup/install-worker.ts'
import { shouldJoinSwarm } from '../client/setup/should-join-swarm.ts'
import { askWorker } from '../client/worker/ask-worker.ts'
import { keepConnected } from './keep-connected.ts'

/**
 * The frame of a home node in pages of its sites: it requests a port of the home's worker and passes it on. The browser
 * provides the origin of the page, and only sites of this home get an answer. The worker decides what the port allows.
 */

/** Timeout of one request to the worker, which accepts a port as soon as it runs. */
const ANSWER_MS = 8000
/** Maximum requests. Only a worker that the browser stops at that moment loses one. */
const MAX_REQUESTS = 3

/**
 * A frame answers once. A page that needs another port must open another frame, which is expensive only for the page.
 */
let answered = false

addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
  if (
    !answered && source === parent && parent !== window && homeOrigin(origin) === location.origin &&
    isSiteMessage<PortWanted>(data, 'swipfs-port-wanted')
  ) {
    answered = true
    void connectSite(origin)
  }
})

addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source !== parent || parent === window || homeOrigin(origin) !== location.origin) {
    return
  }

  if (isSiteMessage<PingHome>(data, 'swipfs-ping')) {
    void pingWorker()
  } else if (isSiteMessage<KeepHome>(data, 'swipfs-keep-home')) {
    keepConnected()
  }
})

if (parent !== window) {
  // Any page may frame this document, so this only says that it is loaded.
  parent.postMessage({ type: 'swipfs-frame' } satisfies FrameAnswer, '*')
}

/** Keeps the worker of the home alive by an event while it answers the site. */
async function pingWorker (): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'ping' } satisfies Ping)
}

async function connectSite (site: string): Promise<void> {
  const send = (message: FrameAnswer, ports: MessagePort[] = []): void => {
    parent.postMessage(message, site, ports)
  }
  send({ type: 'swipfs-trying' })

  try {
    // Some browsers partition the storage of a frame, which would then have another, empty node.
    if (await document.hasStorageAccess?.() === false) {
      throw new Error('this browser keeps it apart from pages of its sites')
    }

    const worker = await installWorker(async () => ({ swarm: await shouldJoinSwarm() }))
    send({ type: 'swipfs-port' }, [await requestPort(worker, site)])
  } catch (err) {
    send({ type: 'swipfs-no-port', reason: (err as Error).message })
  }
}

/**
 * Requests a port of the worker for a site, again if the worker ends before its answer.
 *
 * @throws an Error with the reason if the worker refuses, or does not answer
 */
async function requestPort (worker: ServiceWorker, site: string): Promise<MessagePort> {
  for (let request = 1;; request++) {
    const { port1, port2 } = new MessageChannel()
    const asked = {
      postMessage: (message: unknown, ports: MessagePort[]) => {
        worker.postMessage(message, [port1, ...ports])
      }
    } as Pick<ServiceWorker, 'postMessage'>

    try {
      const { error } = await askWorker(asked, { type: 'serve-site', site }, {
        timeoutMs: ANSWER_MS,
        failsOnClose: true
      })

      if (error != null) {
        throw new Error(error)
      }

      return port2
    } catch (err) {
      if (!(err instanceof NodeNotReadyError) || request === MAX_REQUESTS) {
        throw err
      }
    }
  }
}
