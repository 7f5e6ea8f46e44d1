import type { RTCConfiguration } from '../rtc-types.ts'
/*
 * Puts the WebRTC of pages where a browser has its own: to be imported before @libp2p/webrtc, which looks for it when
 * it loads. A worker has none (WebRTC, `[Exposed=Window]`); where there is one it stays.
 */
import { IceCandidate } from './ice-candidate.ts'
import { RemotePeerConnection } from './remote-peer-connection.ts'
import { SessionDescription } from './session-description.ts'
import { webRtcPage } from './use-webrtc-pages.ts'

class PeerConnection extends RemotePeerConnection {
  static async generateCertificate (algorithm: object): Promise<unknown> {
    return await RemotePeerConnection.certificate(await webRtcPage(), algorithm)
  }

  constructor (settings?: RTCConfiguration) {
    super(webRtcPage, settings)
  }
}

const scope = globalThis as { RTCPeerConnection?: unknown; RTCSessionDescription?: unknown; RTCIceCandidate?: unknown }
scope.RTCPeerConnection ??= PeerConnection
scope.RTCSessionDescription ??= SessionDescription
scope.RTCIceCandidate ??= IceCandidate
