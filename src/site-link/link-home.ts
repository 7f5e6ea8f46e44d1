import { isSiteMessage } from '../client/protocol/site-messages.ts'
import type {
  HomeAway,
  HomeKnown,
  HomeKnownAnswer,
  HomePort,
  HomePortAnswer
} from '../client/protocol/site-messages.ts'
import { WorkerEndedError } from '../client/worker/ask-worker.ts'
import { openHome } from './open-home.ts'

/** Timeout of the node, which opens its storage and recovers it after a crash. */
const ANSWER_MS = 35_000

/** Maximum attempts with workers that end before they are connected. */
const MAX_ATTEMPTS = 3
/** Timeout of the worker, which answers immediately whether it has a home. */
const KNOWN_MS = 3000
/**
 * Time after which a page opens a frame without its turn. Normally only one page of a site at a time opens a frame of
 * the home.
 */
const TURN_MS = 30_000

/** Name of the lock of the page that opens a frame of the home. */
export const HOME_LOCK = 'swipfs-home'

let running: Promise<void> | undefined

/**
 * Gets a port of the home node and passes it to the worker of this site, or reports that there is none. Concurrent
 * calls share the attempt.
 *
 * @throws an Error with the reason if there is none
 */
export async function linkHome (home: string, worker: ServiceWorker): Promise<void> {
  await (running ??= inTurn(home, worker).finally(() => {
    running = undefined
  }))
}

/**
 * Serializes tabs that were opened together, so that not all of them bring a port: the home node allows few, and
 * refuses frequent requests.
 */
async function inTurn (home: string, worker: ServiceWorker): Promise<void> {
  const turn = { begun: false }
  const waiting = new AbortController()
  const timer = setTimeout(() => {
    waiting.abort()
  }, TURN_MS)

  try {
    await navigator.locks.request(HOME_LOCK, { signal: waiting.signal }, async () => {
      clearTimeout(timer)
      turn.begun = true

      if (!await isKnown(worker)) {
        await connectHome(home, worker)
      }
    })
  } catch (err) {
    if (turn.begun) {
      throw err
    }

    await connectHome(home, worker)
  }
}

/** Asks the worker whether another page has connected the home node. */
async function isKnown (worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()

  return await new Promise<boolean>((resolve) => {
    setTimeout(() => {
      resolve(false)
    }, KNOWN_MS)
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      resolve(isSiteMessage<HomeKnownAnswer>(data, 'swipfs-home-known') && data.open)
    }
    port1.addEventListener('close', () => {
      resolve(false)
    })
    worker.postMessage({ type: 'swipfs-home-known' } satisfies HomeKnown, [port2])
  }).finally(() => {
    port1.close()
  })
}

/** Connects the site to its home node, again if one of the two workers ends meanwhile. */
async function connectHome (home: string, worker: ServiceWorker): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      await linkOnce(home, worker)
      return
    } catch (err) {
      if (!(err instanceof WorkerEndedError) || attempt === MAX_ATTEMPTS) {
        throw err
      }
    }
  }
}

async function linkOnce (home: string, worker: ServiceWorker): Promise<void> {
  let port: MessagePort

  try {
    port = await openHome(home)
  } catch (err) {
    worker.postMessage({ type: 'swipfs-home-away', reason: (err as Error).message } satisfies HomeAway)
    throw err
  }

  await passPort(port, worker)
}

/**
 * Passes a port of the home node to the worker of this site, and waits until the worker has connected to the node.
 *
 * @throws an Error with the reason if it has not; a WorkerEndedError if one of the two workers ended
 */
export async function passPort (port: MessagePort, worker: ServiceWorker): Promise<void> {
  const { port1, port2 } = new MessageChannel()

  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('the worker of this site does not answer'))
    }, ANSWER_MS)

    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer)
      const { error, hasEnded = false } = isSiteMessage<HomePortAnswer>(data, 'swipfs-home-port')
        ? data
        : { error: 'the worker of this site is another one' }

      if (error == null) {
        resolve()
      } else {
        reject(hasEnded ? new WorkerEndedError(error) : new Error(error))
      }
    }

    // Not every browser reports it.
    port1.addEventListener('close', () => {
      clearTimeout(timer)
      reject(new WorkerEndedError('the worker of this site ended'))
    })

    worker.postMessage({ type: 'swipfs-home-port' } satisfies HomePort, [port, port2])
  }).finally(() => {
    port1.close()
  })
}
