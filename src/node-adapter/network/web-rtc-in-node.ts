import '../../libp2p/host/promise-with-resolvers.ts'

import type { webRTC, webRTCDirect } from '@libp2p/webrtc'

export interface WebRtcInNode {
  webRTC: typeof webRTC
  webRTCDirect: typeof webRTCDirect
}

/**
 * Returns the libp2p transports for WebRTC; undefined on systems without an npm build of their native code
 * (node-datachannel).
 */
export async function webRtcInNode (): Promise<WebRtcInNode | undefined> {
  try {
    return await import('@libp2p/webrtc')
  } catch {
    return undefined
  }
}
