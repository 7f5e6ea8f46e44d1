import type { WebRtcPage, WebRtcWanted } from '../../src/client/protocol/messages.ts'
import type { WebRtcPages } from '../../src/webrtc/shim/webrtc-pages.ts'
import type { WorkerMessage } from '../../src/webrtc/webrtc-message.ts'
import { mayCommand } from '../scope/guard.ts'

/** Connects the pages of this worker with the swarm part of its script, which may not run yet. */
export interface WebRtcBridge {
  /** Asks all pages to offer themselves. Returns how many there are. */
  ask: () => Promise<number>
  /** receives the offers of pages, once the swarm part runs */
  pages?: Pick<WebRtcPages, 'offer' | 'isWanted'>
  /** called when the machine is online again, or has slept */
  isBack?: () => void
}

/**
 * Asks all open pages of the node to offer themselves as holders of WebRTC connections.
 *
 * @returns the number of pages
 */
export async function requestWebRtcPages (
  scope: Pick<ServiceWorkerGlobalScope, 'clients' | 'location'>
): Promise<number> {
  const pages = (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter((page) =>
    mayCommand(page, scope.location.origin)
  )
  pages.forEach((page) => {
    page.postMessage({ type: 'webrtc-wanted' } satisfies WebRtcWanted)
  })
  return pages.length
}

/**
 * Handles a page that offers to hold WebRTC connections: it sends a port, or announces that it could. Ignores content.
 */
export function acceptWebRtcPage (
  { source, data, ports: [port] }: Pick<ExtendableMessageEvent, 'source' | 'data' | 'ports'>,
  origin: string,
  { pages, isBack }: Pick<WebRtcBridge, 'pages' | 'isBack'>
): void {
  if (pages == null || !mayCommand(source, origin)) {
    port?.postMessage({ type: 'bye' } satisfies WorkerMessage)
    port?.close()
  } else if (port != null) {
    pages.offer(port, {
      isShown: source != null && 'visibilityState' in source && source.visibilityState === 'visible'
    })
  } else {
    if ((data as WebRtcPage).isBack === true) {
      isBack?.()
    }
    if (pages.isWanted) {
      source?.postMessage({ type: 'webrtc-wanted' } satisfies WebRtcWanted)
    }
  }
}
