import type { WebRtcPage, WebRtcWanted } from '../../src/client/protocol/messages.ts'
import type { WorkerMessage } from '../../src/webrtc/webrtc-message.ts'
import { mayCommand } from '../scope/guard.ts'
import type { WorkerMessageEvent } from '../scope/worker-types.ts'
import type { WebRtcDoor } from './webrtc-bridge.ts'

/**
 * Handles a page that offers to hold WebRTC connections: it sends a port, or announces that it could. Ignores content.
 */
export function answerWebRtcPage (
  { source, data, ports: [port] }: Pick<WorkerMessageEvent, 'source' | 'data' | 'ports'>,
  origin: string,
  { pages, isBack }: Pick<WebRtcDoor, 'pages' | 'isBack'>
): void {
  if (pages == null || !mayCommand(source, origin)) {
    port?.postMessage({ type: 'bye' } satisfies WorkerMessage)
    port?.close()
  } else if (port != null) {
    pages.offer(port, { isShown: source?.visibilityState === 'visible' })
  } else {
    if ((data as WebRtcPage).isBack === true) {
      isBack?.()
    }
    if (pages.isWanted) {
      source?.postMessage({ type: 'webrtc-wanted' } satisfies WebRtcWanted)
    }
  }
}
