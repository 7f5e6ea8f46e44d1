import type { WebRtcWanted } from '../src/client/messages.ts'
import type { WebRtcPages } from '../src/webrtc/shim/webrtc-pages.ts'
import { mayCommand } from './guard.ts'
import type { WorkerMessageEvent } from './worker-types.ts'

/** A page offers to hold WebRTC connections: by a port, or it says that it is there and would. Content is not taken. */
export function answerWebRtcPage ({ source, ports: [port] }: Pick<WorkerMessageEvent, 'source' | 'ports'>, origin: string, pages: Pick<WebRtcPages, 'offer' | 'isWanted'>): void {
  if (!mayCommand(source, origin)) {
    port?.close()
  } else if (port != null) {
    pages.offer(port, { isShown: source?.visibilityState === 'visible' })
  } else if (pages.isWanted) {
    source?.postMessage({ type: 'webrtc-wanted' } satisfies WebRtcWanted)
  }
}
