import type { WebRtcPages } from '../src/webrtc/shim/webrtc-pages.ts'

/** Between the pages of this worker and the part of its script that makes it a peer, which may not run yet. */
export interface WebRtcDoor {
  /** Asks all pages to offer themselves. @returns how many there are */
  ask: () => Promise<number>
  /** who takes what they offer, once it is there */
  pages?: Pick<WebRtcPages, 'offer' | 'isWanted'>
  /** the machine has a network again, or has slept */
  isBack?: () => void
}
