import type { RTCConfiguration } from '../rtc-types.ts'
/*
 * Defines the WebRTC globals of a browser in a worker, which has none (WebRTC, `[Exposed=Window]`); real ones are kept.
 * Import this before @libp2p/webrtc, which reads the globals when it loads.
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
