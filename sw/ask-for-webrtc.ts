import type { WebRtcWanted } from '../src/client/messages.ts'
import { mayCommand } from './guard.ts'
import type { WorkerScope } from './worker-types.ts'

/** Asks the pages of the node's own that are open to offer themselves to hold WebRTC connections. @returns how many there are */
export async function askForWebRtc (scope: Pick<WorkerScope, 'clients' | 'location'>): Promise<number> {
  const pages = (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter((page) => mayCommand(page, scope.location.origin))
  pages.forEach((page) => { page.postMessage({ type: 'webrtc-wanted' } satisfies WebRtcWanted) })
  return pages.length
}
