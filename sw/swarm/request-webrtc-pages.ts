import type { WebRtcWanted } from '../../src/client/protocol/messages.ts'
import { mayCommand } from '../scope/guard.ts'
import type { WorkerScope } from '../scope/worker-types.ts'

/**
 * Asks all open pages of the node to offer themselves as holders of WebRTC connections.
 *
 * @returns the number of pages
 */
export async function askForWebRtc (scope: Pick<WorkerScope, 'clients' | 'location'>): Promise<number> {
  const pages = (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter((page) =>
    mayCommand(page, scope.location.origin)
  )
  pages.forEach((page) => {
    page.postMessage({ type: 'webrtc-wanted' } satisfies WebRtcWanted)
  })
  return pages.length
}
