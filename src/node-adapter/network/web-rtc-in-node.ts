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
    const { RTCDataChannel } = await import('node-datachannel/polyfill')
    closeAtText(RTCDataChannel.prototype)
    return await import('@libp2p/webrtc')
  } catch {
    return undefined
  }
}

/**
 * Closes a channel that receives text. No protocol of libp2p sends text, and package @libp2p/webrtc would treat it as a
 * buffer length: a few digits fill the memory, more of them end the process.
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
