import type { HomeGo, HomeWanted, PageAnswer } from '../../src/client/protocol/site-messages.ts'
import { isSiteMessage } from '../../src/client/protocol/site-messages.ts'

/** Time after which a page may be in the background or blocked, and the next one is asked too. */
const PATIENCE_MS = 5000
/** Time to wait for a page to be ready. Pages without the script never answer, nor do frozen ones. */
const READY_MS = 40_000
/** Maximum attempts of one page with a home node that ends before it answers. */
const MAX_ATTEMPTS = 3
/** Time to wait for further pages after one has failed. */
const OTHERS_MS = 1000

/** A page that can be asked, such as a `WindowClient`. */
export interface AskedPage {
  postMessage: (message: unknown, transfer: Transferable[]) => void
}

export interface HomePortOptions {
  patienceMs?: number
  readyMs?: number
  othersMs?: number
}

/**
 * Asks pages of a site to bring a port of the home node. All are asked whether they can, and then one at a time in the
 * order of their answers: each new port replaces another one at the home node, which allows few.
 *
 * @param take - takes the port that a page brought; rejects if it is dead. If the home node has only ended
 *   (`hasEnded`), the same page is asked again, else the next one.
 * @throws an Error with the reason of the page that failed last, if no page brings one
 */
export async function requestHomePort (
  pages: readonly AskedPage[],
  take: (port: MessagePort) => Promise<void>,
  { patienceMs = PATIENCE_MS, readyMs = READY_MS, othersMs = OTHERS_MS }: HomePortOptions = {}
): Promise<void> {
  const asked: MessagePort[] = []
  const ready: MessagePort[] = []
  const running = new Set<MessagePort>()
  const attempts = new Map<MessagePort, number>()
  let reason: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  await new Promise<void>((resolve, reject) => {
    const wait = (ms: number, then: () => void): void => {
      clearTimeout(timer)
      timer = setTimeout(then, ms)
    }

    const fail = (): void => {
      reject(new Error(reason ?? 'no page of this site can reach the node'))
    }

    const next = (): void => {
      const page = ready.shift()

      if (page != null) {
        running.add(page)
        attempts.set(page, (attempts.get(page) ?? 0) + 1)
        page.postMessage({ type: 'swipfs-home-go' } satisfies HomeGo)
        wait(patienceMs, next)
      } else if (running.size === 0) {
        wait(reason == null ? readyMs : othersMs, fail)
      } else {
        wait(readyMs, fail)
      }
    }

    const failed = (page: MessagePort, why: string): void => {
      reason = why
      running.delete(page)
      next()
    }

    for (const page of pages) {
      const { port1, port2 } = new MessageChannel()
      asked.push(port1)

      port1.onmessage = ({ data, ports }: MessageEvent<unknown>) => {
        if (isSiteMessage<PageAnswer & { type: 'swipfs-home-ready' }>(data, 'swipfs-home-ready')) {
          ready.push(port1)

          if (running.size === 0) {
            next()
          }
        } else if (
          isSiteMessage<PageAnswer & { type: 'swipfs-home-port' }>(data, 'swipfs-home-port') && ports.length > 0
        ) {
          take(ports[0]).then(resolve, (err: Error & { reason?: string; hasEnded?: boolean }) => {
            if (err.hasEnded === true && (attempts.get(port1) ?? 0) < MAX_ATTEMPTS) {
              ready.unshift(port1)
            }

            failed(port1, err.reason ?? err.message)
          })
        } else if (isSiteMessage<PageAnswer & { type: 'swipfs-home-away' }>(data, 'swipfs-home-away')) {
          failed(port1, String(data.reason))
        }
      }

      // A page that is closed, or leaves, while it gets a port. Not every browser reports it.
      port1.addEventListener('close', () => {
        if (running.has(port1)) {
          failed(port1, 'the page that asked it was closed')
        }
      })

      page.postMessage({ type: 'swipfs-home-wanted' } satisfies HomeWanted, [port2])
    }

    next()
  }).finally(() => {
    clearTimeout(timer)
    asked.forEach((port) => {
      port.close()
    })
  })
}
