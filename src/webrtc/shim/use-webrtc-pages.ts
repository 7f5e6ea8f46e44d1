import { NoPageError } from '../webrtc-errors.ts'
import type { PageLink } from './page-link.ts'
import type { WebRtcPages } from './webrtc-pages.ts'

let pages: Pick<WebRtcPages, 'get'> | undefined

/** Sets the pages that hold connections from now on. */
export function useWebRtcPages (used: Pick<WebRtcPages, 'get'>): void {
  pages = used
}

/**
 * Returns the page that holds connections.
 *
 * @throws NoPageError if there is none
 */
export async function webRtcPage (): Promise<PageLink> {
  if (pages == null) {
    throw new NoPageError()
  }

  return await pages.get()
}
