import { isSiteMessage } from '../client/site-messages.ts'
import type { HomeAway, HomePort, HomePortAnswer } from '../client/site-messages.ts'
import { openHome } from './open-home.ts'

/** The node opens its storage, after a crash by putting it in order. */
const ANSWER_MS = 35_000

let running: Promise<void> | undefined

/**
 * Gets a port of the home and hands it to the worker of this site, or tells it that there is none. Who asks while that is under
 * way waits for the same.
 *
 * @throws an Error that says why there is none
 */
export async function linkHome (home: string, worker: ServiceWorker): Promise<void> {
  await (running ??= link(home, worker).finally(() => { running = undefined }))
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
