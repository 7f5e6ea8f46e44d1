import type { PortError } from '../port/port-message.ts'
import type {
  RTCConfiguration,
  RTCDataChannelInit,
  RTCIceCandidateInit,
  RTCIceConnectionState,
  RTCIceGatheringState,
  RTCPeerConnectionState,
  RTCSessionDescriptionInit,
  RTCSignalingState
} from './rtc-types.ts'

/** One message of a data channel. */
export type Payload = ArrayBuffer | string

/** A certificate in the page, by its number there. */
export interface CertificateRef {
  certificate: number
  expires: number
}

/** The settings with which a page makes a connection. */
export interface ConnectionSettings extends Omit<RTCConfiguration, 'certificates'> {
  certificates?: CertificateRef[]
}

/** Methods of a connection that return a result. */
export type ConnectionMethod =
  | 'createOffer'
  | 'createAnswer'
  | 'setLocalDescription'
  | 'setRemoteDescription'
  | 'addIceCandidate'

/**
 * Messages from the worker to the page. The worker numbers connections, and its channels with odd numbers; the page
 * numbers the channels that the other peer opened, with even numbers. Numbers are never reused.
 */
export type WorkerMessage =
  | { type: 'ping' }
  | { type: 'certificate'; call: number; algorithm: object }
  | { type: 'open'; connection: number; settings: ConnectionSettings }
  | { type: 'call'; connection: number; call: number; method: ConnectionMethod; input: object | undefined }
  | { type: 'close'; connection: number }
  | { type: 'channel'; connection: number; channel: number; label: string; init: RTCDataChannelInit }
  | { type: 'close-channel'; channel: number }
  | DataMessage
  | { type: 'bye' }

/** Messages from the page to the worker. */
export type HostMessage =
  | { type: 'pong' }
  | { type: 'answer'; call: number; value?: unknown; error?: PortError }
  | { type: 'state'; connection: number; event: string; state: ConnectionState }
  | { type: 'candidate'; connection: number; candidate: RTCIceCandidateInit | null }
  | { type: 'candidate-error'; connection: number; errorCode: number; errorText: string; url: string }
  | { type: 'channel'; connection: number; channel: number; label: string; protocol: string; state: ChannelState }
  | {
    type: 'channel-state'
    channel: number
    event: 'open' | 'closing' | 'close' | 'error'
    state: ChannelState
    error?: PortError
  }
  | DataMessage
  | { type: 'bye' }

/**
 * Messages in both directions: those of a channel, and the credit for bytes that the other end has taken. `isPatient`
 * means that the sender works without credit for the last few bytes. Older versions do not send it and need that
 * credit.
 */
export type DataMessage =
  | { type: 'data'; channel: number; messages: Payload[]; isPatient?: true }
  | { type: 'taken'; channel: number; bytes: number }

export interface ConnectionState {
  connectionState: RTCPeerConnectionState
  iceConnectionState: RTCIceConnectionState
  iceGatheringState: RTCIceGatheringState
  signalingState: RTCSignalingState
  localDescription: RTCSessionDescriptionInit | null
  remoteDescription: RTCSessionDescriptionInit | null
  /** whether the page keeps messages for a channel until it is open; pages of older versions do not */
  keepsEarly?: true
}

export interface ChannelState {
  readyState: RTCDataChannelState
  id: number | null
}
