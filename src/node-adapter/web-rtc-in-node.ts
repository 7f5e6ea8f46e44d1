import '../libp2p/promise-with-resolvers.ts'
import type { webRTC, webRTCDirect } from '@libp2p/webrtc'

export interface WebRtcInNode { webRTC: typeof webRTC, webRTCDirect: typeof webRTCDirect }

/** The transports of libp2p for WebRTC, whose native part (node-datachannel) npm has for the systems that most people use; undefined on others. */
export async function webRtcInNode (): Promise<WebRtcInNode | undefined> {
  try {
    return await import('@libp2p/webrtc')
  } catch {
    return undefined
  }
}
