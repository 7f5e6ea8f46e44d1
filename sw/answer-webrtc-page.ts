import type { WebRtcPage, WebRtcWanted } from '../src/client/messages.ts'
import type { WorkerMessage } from '../src/webrtc/webrtc-message.ts'
import { mayCommand } from './guard.ts'
import type { WebRtcDoor } from './webrtc-door.ts'
import type { WorkerMessageEvent } from './worker-types.ts'

/** A page offers to hold WebRTC connections: by a port, or it says that it is there and would. Content is not taken. */
export function answerWebRtcPage ({ source, data, ports: [port] }: Pick<WorkerMessageEvent, 'source' | 'data' | 'ports'>, origin: string, { pages, isBack }: Pick<WebRtcDoor, 'pages' | 'isBack'>): void {
  if (pages == null || !mayCommand(source, origin)) {
    port?.postMessage({ type: 'bye' } satisfies WorkerMessage)
    port?.close()
  } else if (port != null) {
    pages.offer(port, { isShown: source?.visibilityState === 'visible' })
  } else {
    if ((data as WebRtcPage).isBack === true) isBack?.()
    if (pages.isWanted) source?.postMessage({ type: 'webrtc-wanted' } satisfies WebRtcWanted)
  }
}
