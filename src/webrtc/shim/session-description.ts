import type { RTCSdpType, RTCSessionDescriptionInit } from '../rtc-types.ts'
/** An `RTCSessionDescription`. */
export class SessionDescription implements RTCSessionDescriptionInit {
  readonly type: RTCSdpType
  readonly sdp: string

  constructor ({ type, sdp = '' }: RTCSessionDescriptionInit) {
    this.type = type
    this.sdp = sdp
  }

  toJSON (): RTCSessionDescriptionInit {
    return { type: this.type, sdp: this.sdp }
  }
}
