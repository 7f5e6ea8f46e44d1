import type { RTCIceCandidateInit } from '../rtc-types.ts'
/** An `RTCIceCandidate` that is only passed on. */
export class IceCandidate implements RTCIceCandidateInit {
  readonly candidate: string
  readonly sdpMid: string | null
  readonly sdpMLineIndex: number | null
  readonly usernameFragment: string | null

  constructor (
    { candidate = '', sdpMid = null, sdpMLineIndex = null, usernameFragment = null }: RTCIceCandidateInit = {}
  ) {
    this.candidate = candidate
    this.sdpMid = sdpMid
    this.sdpMLineIndex = sdpMLineIndex
    this.usernameFragment = usernameFragment
  }

  toJSON (): RTCIceCandidateInit {
    return {
      candidate: this.candidate,
      sdpMid: this.sdpMid,
      sdpMLineIndex: this.sdpMLineIndex,
      usernameFragment: this.usernameFragment
    }
  }
}
