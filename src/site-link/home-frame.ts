import { homeOrigin } from '../client/protocol/home-origin.ts'
import type { Ping } from '../client/protocol/messages.ts'
import { isSiteMessage } from '../client/protocol/site-messages.ts'
import type { FrameAnswer, PingHome, PortWanted } from '../client/protocol/site-messages.ts'
import { installWorker } from '../client/setup/install-worker.ts'
import { becomesPeer } from '../client/setup/should-join-swarm.ts'
import { askWorker } from '../client/worker/ask-worker.ts'

/**
 * The frame of a home node in pages of its sites: it requests a port of the home's worker and passes it on. The browser
 * provides the origin of the page, and only sites of this home get an answer. The worker decides what the port allows.
 */

const ANSWER_MS = 20_000

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
    void answer(origin)
  }
})

addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
  if (
    source === parent && parent !== window && homeOrigin(origin) === location.origin &&
    isSiteMessage<PingHome>(data, 'swipfs-ping')
  ) {
    void ping()
  }
})

if (parent !== window) {
  // Any page may frame this document, so this only says that it is loaded.
  parent.postMessage({ type: 'swipfs-frame' } satisfies FrameAnswer, '*')
}

/** Keeps the worker of the home alive by an event while it answers the site. */
async function ping (): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'ping' } satisfies Ping)
}

async function answer (site: string): Promise<void> {
  const say = (message: FrameAnswer, ports: MessagePort[] = []): void => {
    parent.postMessage(message, site, ports)
  }
  say({ type: 'swipfs-trying' })

  try {
    // Some browsers partition the storage of a frame, which would then have another, empty node.
    if (await document.hasStorageAccess?.() === false) {
      throw new Error('this browser keeps it apart from pages of its sites')
    }

    const worker = await installWorker(async () => ({ swarm: await becomesPeer() }))
    const { port1, port2 } = new MessageChannel()
    const { error } = await askWorker(
      {
        postMessage: (message: unknown, ports: MessagePort[]) => {
          worker.postMessage(message, [port1, ...ports])
        }
      } as Pick<ServiceWorker, 'postMessage'>,
      { type: 'serve-site', site },
      { timeoutMs: ANSWER_MS }
    )

    if (error == null) {
      say({ type: 'swipfs-port' }, [port2])
    } else {
      say({ type: 'swipfs-no-port', reason: error })
    }
  } catch (err) {
    say({ type: 'swipfs-no-port', reason: (err as Error).message })
  }
}
