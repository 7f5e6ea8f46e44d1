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

/** A certificate of the page, by the number that it has there. */
export interface CertificateRef {
  certificate: number
  expires: number
}

/** What a page is to make a connection of. */
export interface ConnectionSettings extends Omit<RTCConfiguration, 'certificates'> {
  certificates?: CertificateRef[]
}

/** Methods of a connection that answer. */
export type ConnectionMethod =
  | 'createOffer'
  | 'createAnswer'
  | 'setLocalDescription'
  | 'setRemoteDescription'
  | 'addIceCandidate'

/**
 * From the worker to the page. Connections are numbered by the worker; channels too, by odd numbers, and those that
 * came from the other peer by the page, by even ones. Numbers are never used again.
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

/** From the page to the worker. */
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
 * Both ways: messages of a channel, and how many of their bytes the other end has taken, which makes room for further
 * ones. `isPatient`: who sends them need not be told of the last few bytes, as an end of an older version, which does
 * not say so, has to be.
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
  /** the page keeps what is sent on a channel until that is open; pages of an older version do not */
  keepsEarly?: true
}

export interface ChannelState {
  readyState: RTCDataChannelState
  id: number | null
}
