import '../libp2p/promise-with-resolvers.ts'
import type { webRTC, webRTCDirect } from '@libp2p/webrtc'

export interface WebRtcInNode { webRTC: typeof webRTC, webRTCDirect: typeof webRTCDirect }

/** The transports of libp2p for WebRTC, whose native part (node-datachannel) npm has for the systems that most people use; undefined on others. */
export async function webRtcInNode (): Promise<WebRtcInNode | undefined> {
  try {
    const { RTCDataChannel } = await import('node-datachannel/polyfill')
    closeAtText(RTCDataChannel.prototype)
    return await import('@libp2p/webrtc')
  } catch {
    return undefined
  }
}

/**
 * No protocol of libp2p sends text, and package @libp2p/webrtc takes it for the length of a buffer to make: some digits would fill the memory, and more of them
 * end the process.
 */
function closeAtText (channels: Pick<RTCDataChannel, 'dispatchEvent' | 'close'>): void {
  channels.dispatchEvent = function (this: RTCDataChannel, event: Event): boolean {
    if (event.type === 'message' && typeof (event as MessageEvent).data === 'string') {
      this.close()
      return false
    }

    return EventTarget.prototype.dispatchEvent.call(this, event)
  }
}
