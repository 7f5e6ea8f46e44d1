import { becomesPeer } from '../client/becomes-peer.ts'
import { installWorker } from '../client/install-worker.ts'
import { askWorker } from '../client/ask-worker.ts'
import { homeOrigin } from '../client/home-origin.ts'
import { isSiteMessage } from '../client/site-messages.ts'
import type { Ping } from '../client/messages.ts'
import type { FrameAnswer, PingHome, PortWanted } from '../client/site-messages.ts'

/**
 * The frame of a home in pages of its sites: it asks the home's worker for a port and hands it over. The browser says who asks,
 * and nobody but a site of this home gets an answer; what a port is good for is for the worker to say.
 */

const ANSWER_MS = 20_000

/** A page that needs another port opens another frame, which costs it more than us. */
let answered = false

addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
  if (!answered && source === parent && parent !== window && homeOrigin(origin) === location.origin && isSiteMessage<PortWanted>(data, 'swipfs-port-wanted')) {
    answered = true
    void answer(origin)
  }
})

addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source === parent && parent !== window && homeOrigin(origin) === location.origin && isSiteMessage<PingHome>(data, 'swipfs-ping')) {
    void ping()
  }
})

if (parent !== window) {
  // says no more than that it is there, to whoever has framed it
  parent.postMessage({ type: 'swipfs-frame' } satisfies FrameAnswer, '*')
}

/** An answer to the site is under way: an event keeps the worker of the home alive. */
async function ping (): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'ping' } satisfies Ping)
}

async function answer (site: string): Promise<void> {
  const say = (message: FrameAnswer, ports: MessagePort[] = []): void => { parent.postMessage(message, site, ports) }
  say({ type: 'swipfs-trying' })

  try {
    // some browsers give a frame a storage of its own, and so another node, with nothing in it
    if (await document.hasStorageAccess?.() === false) {
      throw new Error('this browser keeps it apart from pages of its sites')
    }

    const worker = await installWorker(async () => ({ swarm: await becomesPeer() }))
    const { port1, port2 } = new MessageChannel()
    const { error } = await askWorker({ postMessage: (message: unknown, ports: MessagePort[]) => { worker.postMessage(message, [port1, ...ports]) } } as Pick<ServiceWorker, 'postMessage'>, { type: 'serve-site', site }, { timeoutMs: ANSWER_MS })

    if (error == null) {
      say({ type: 'swipfs-port' }, [port2])
    } else {
      say({ type: 'swipfs-no-port', reason: error })
    }
  } catch (err) {
    say({ type: 'swipfs-no-port', reason: (err as Error).message })
  }
}
