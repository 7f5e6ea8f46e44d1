import { NoPageError } from '../no-page-error.ts'
import type { PageLink } from './page-link.ts'
import type { WebRtcPages } from './webrtc-pages.ts'

let pages: Pick<WebRtcPages, 'get'> | undefined

/** From now on connections are held by these pages. */
export function useWebRtcPages (used: Pick<WebRtcPages, 'get'>): void {
  pages = used
}

/** The page that holds them. @throws NoPageError */
export async function webRtcPage (): Promise<PageLink> {
  if (pages == null) {
    throw new NoPageError()
  }

  return await pages.get()
}
