import { isSiteMessage } from '../client/protocol/site-messages.ts'
import type { FrameGo, FrameState, KeepHome, PageAnswer, PingHome } from '../client/protocol/site-messages.ts'
import { openHome } from './open-home.ts'
import { keepHomeFrame, pingHome } from './ping-home.ts'

/**
 * Turns this document into the frame of a site in the site's own pages: it answers the worker's question that a page
 * passes on, pings the home node, and keeps it alive.
 */
export function serveSiteFrame (home: string): void {
  addEventListener('message', ({ source, origin, data, ports: [state] }: MessageEvent<unknown>) => {
    if (source !== parent || origin !== location.origin) {
      return
    }

    if (isSiteMessage<PingHome>(data, 'swipfs-ping')) {
      pingHome(home)
    } else if (isSiteMessage<KeepHome>(data, 'swipfs-keep-home')) {
      keepHomeFrame(home)
    }

    if (!isSiteMessage<FrameGo>(data, 'swipfs-frame-go') || state == null) {
      return
    }

    state.onmessage = ({ ports: [question] }) => {
      const send = (answer: PageAnswer, transfer: MessagePort[] = []): void => {
        question.postMessage(answer, transfer)
      }

      openHome(home)
        .then((port) => {
          send({ type: 'swipfs-home-port' }, [port])
        }, (err: Error) => {
          send({ type: 'swipfs-home-away', reason: err.message })
        })
        .finally(() => {
          state.postMessage({ type: 'swipfs-frame-done' } satisfies FrameState)
        })
    }

    state.postMessage({ type: 'swipfs-frame-begun' } satisfies FrameState)
  })
}
