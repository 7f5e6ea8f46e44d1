/**
 * The WebRTC types of pages that messages between a worker and its pages contain. TypeScript declares them for pages
 * only. Source: https://www.w3.org/TR/webrtc/
 */

export interface RTCDtlsFingerprint {
  algorithm?: string
  value?: string
}

export interface RTCConfiguration {
  iceServers?: Array<{ urls: string | string[]; username?: string; credential?: string }>
  certificates?: Array<{ readonly expires: number; getFingerprints: () => RTCDtlsFingerprint[] }>
}

export type RTCSdpType = 'offer' | 'answer' | 'pranswer' | 'rollback'

export interface RTCSessionDescriptionInit {
  type: RTCSdpType
  sdp?: string
}

export interface RTCIceCandidateInit {
  candidate?: string
  sdpMid?: string | null
  sdpMLineIndex?: number | null
  usernameFragment?: string | null
}

export interface RTCOfferOptions {
  iceRestart?: boolean
}

export type RTCAnswerOptions = Record<string, never>

export interface RTCDataChannelInit {
  ordered?: boolean
  maxPacketLifeTime?: number
  maxRetransmits?: number
  protocol?: string
  negotiated?: boolean
  id?: number
}

export type RTCPeerConnectionState = 'new' | 'connecting' | 'connected' | 'disconnected' | 'failed' | 'closed'

export type RTCIceConnectionState =
  | 'new'
  | 'checking'
  | 'connected'
  | 'completed'
  | 'disconnected'
  | 'failed'
  | 'closed'

export type RTCIceGatheringState = 'new' | 'gathering' | 'complete'

export type RTCSignalingState =
  | 'stable'
  | 'have-local-offer'
  | 'have-remote-offer'
  | 'have-local-pranswer'
  | 'have-remote-pranswer'
  | 'closed'
