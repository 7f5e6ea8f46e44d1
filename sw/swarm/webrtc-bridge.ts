import type { WebRtcPage, WebRtcWanted } from '../../src/client/protocol/messages.ts'
import type { WebRtcPages } from '../../src/webrtc/shim/webrtc-pages.ts'
import type { WorkerMessage } from '../../src/webrtc/webrtc-message.ts'
import { mayCommand } from '../scope/guard.ts'

/** Connects the pages of this worker with the swarm part of its script, which may not run yet. */
export interface WebRtcBridge {
  /** Asks all pages but one, given by its client ID, to offer themselves. Returns how many were asked. */
  ask: (except: string | undefined) => Promise<number>
  /** receives the offers of pages, once the swarm part runs */
  pages?: Pick<WebRtcPages, 'offer' | 'isWanted'>
  /** called when the machine is online again, or has slept */
  isBack?: () => void
}

/**
 * Asks all open pages of the node to offer themselves as holders of WebRTC connections.
 *
 * @param except - client ID of a page that is not asked, because it just left
 * @returns the number of pages that were asked
 */
export async function requestWebRtcPages (
  scope: Pick<ServiceWorkerGlobalScope, 'clients' | 'location'>,
  except?: string
): Promise<number> {
  const pages = (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter((page) =>
    page.id !== except && mayCommand(page, scope.location.origin)
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
      isShown: source != null && 'visibilityState' in source && source.visibilityState === 'visible',
      id: source != null && 'id' in source ? source.id : undefined
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
