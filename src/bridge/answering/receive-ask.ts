import { isBridgeMessage } from '../protocol/bridge-messages.ts'
import type { BridgeAsk, BridgeReady } from '../protocol/bridge-messages.ts'

/** A request of a page. The browser vouches for the origin. */
export interface ReceivedAsk {
  origin: string
  /** unchecked */
  scope: unknown
  port: MessagePort
}

/**
 * Resolves with the first request of the window's opener. Messages of other windows are ignored, and further requests
 * too, so that a page that the opener is led to cannot replace the question.
 *
 * The port belongs to the document that has asked: if its window is led to another page, the port closes.
 *
 * @param opener - the window that has opened this one
 */
export async function receiveAsk (
  opener: Pick<Window, 'postMessage'>,
  listenTo: Pick<Window, 'addEventListener'> = window
): Promise<ReceivedAsk> {
  return await new Promise((resolve) => {
    const done = new AbortController()
    listenTo.addEventListener('message', (event) => {
      const { source, origin, data, ports: [port] } = event as MessageEvent<unknown>

      if (source === opener && port != null && isBridgeMessage<BridgeAsk>(data, 'swipfs-bridge-ask')) {
        done.abort()
        resolve({ origin, scope: data.scope, port })
      }
    }, { signal: done.signal })
    opener.postMessage({ type: 'swipfs-bridge-ready' } satisfies BridgeReady, '*')
  })
}
