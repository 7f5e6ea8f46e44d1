import type { WebRtcPages } from '../../src/webrtc/shim/webrtc-pages.ts'

/** Connects the pages of this worker with the swarm part of its script, which may not run yet. */
export interface WebRtcDoor {
  /** Asks all pages to offer themselves. Returns how many there are. */
  ask: () => Promise<number>
  /** receives the offers of pages, once the swarm part runs */
  pages?: Pick<WebRtcPages, 'offer' | 'isWanted'>
  /** called when the machine is online again, or has slept */
  isBack?: () => void
}
