import { isSiteMessage } from '../client/site-messages.ts'
import type { HomeAway, HomeKnown, HomeKnownAnswer, HomePort, HomePortAnswer } from '../client/site-messages.ts'
import { openHome } from './open-home.ts'

/** The node opens its storage, after a crash by putting it in order. */
const ANSWER_MS = 35_000

/** The worker says at once whether it has a home. */
const KNOWN_MS = 3000
/** One page of a site at a time opens a frame of the home. A page that waits longer does so without its turn. */
const TURN_MS = 30_000

let running: Promise<void> | undefined

/**
 * Gets a port of the home and hands it to the worker of this site, or tells it that there is none. Who asks while that is under
 * way waits for the same.
 *
 * @throws an Error that says why there is none
 */
export async function linkHome (home: string, worker: ServiceWorker): Promise<void> {
  await (running ??= inTurn(home, worker).finally(() => { running = undefined }))
}

/** Tabs that were opened together do not all bring a port: the home allows few, and refuses those that are asked for too often. */
async function inTurn (home: string, worker: ServiceWorker): Promise<void> {
  const turn = { begun: false }
  const waiting = new AbortController()
  const timer = setTimeout(() => { waiting.abort() }, TURN_MS)

  try {
    await navigator.locks.request('swipfs-home', { signal: waiting.signal }, async () => {
      clearTimeout(timer)
      turn.begun = true

      if (!await isKnown(worker)) {
        await link(home, worker)
      }
    })
  } catch (err) {
    if (turn.begun) {
      throw err
    }

    await link(home, worker)
  }
}

/** Asks the worker whether another page has connected the home. */
async function isKnown (worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()

  return await new Promise<boolean>((resolve) => {
    setTimeout(() => { resolve(false) }, KNOWN_MS)
    port1.onmessage = ({ data }: MessageEvent<unknown>) => { resolve(isSiteMessage<HomeKnownAnswer>(data, 'swipfs-home-known') && data.open) }
    worker.postMessage({ type: 'swipfs-home-known' } satisfies HomeKnown, [port2])
  }).finally(() => { port1.close() })
}

async function link (home: string, worker: ServiceWorker): Promise<void> {
  let port: MessagePort

  try {
    port = await openHome(home)
  } catch (err) {
    worker.postMessage({ type: 'swipfs-home-away', reason: (err as Error).message } satisfies HomeAway)
    throw err
  }

  const { port1, port2 } = new MessageChannel()

  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => { reject(new Error('the worker of this site does not answer')) }, ANSWER_MS)

    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer)
      const error = isSiteMessage<HomePortAnswer>(data, 'swipfs-home-port') ? data.error : 'the worker of this site is another one'

      if (error == null) {
        resolve()
      } else {
        reject(new Error(error))
      }
    }

    worker.postMessage({ type: 'swipfs-home-port' } satisfies HomePort, [port, port2])
  }).finally(() => { port1.close() })
}
