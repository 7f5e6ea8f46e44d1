import '../libp2p/promise-with-resolvers.ts'

export type WebRtcInNode = Pick<typeof import('@libp2p/webrtc'), 'webRTC' | 'webRTCDirect'>

/** The transports of libp2p for WebRTC, whose native part (node-datachannel) npm has for the systems that most people use; undefined on others. */
export async function webRtcInNode (): Promise<WebRtcInNode | undefined> {
  try {
    return await import('@libp2p/webrtc')
  } catch {
    return undefined
  }
}
