import type { ConnectionMethod, ConnectionState, HostMessage } from '../webrtc-message.ts'

type Post = (message: HostMessage, transfer?: Transferable[]) => void

interface HostedConnectionInit {
  post: Post
  /** called for a channel that the other peer opened */
  onChannel: (channel: RTCDataChannel) => void
  /** resolves when all messages of its channels are on their way to the worker */
  drained: () => Promise<void>
}

/** A connection in the page that sends its events to the worker. */
export class HostedConnection {
  readonly #number: number
  readonly #connection: RTCPeerConnection
  readonly #post: Post
  readonly #drained: () => Promise<void>

  constructor (number: number, connection: RTCPeerConnection, { post, onChannel, drained }: HostedConnectionInit) {
    this.#number = number
    this.#connection = connection
    this.#post = post
    this.#drained = drained
    connection.onconnectionstatechange = () => {
      this.#notify('connectionstatechange')
    }
    connection.oniceconnectionstatechange = () => {
      this.#notify('iceconnectionstatechange')
    }
    connection.onicegatheringstatechange = () => {
      this.#notify('icegatheringstatechange')
    }
    connection.onsignalingstatechange = () => {
      this.#notify('signalingstatechange')
    }
    connection.onicecandidate = ({ candidate }) => {
      post({ type: 'candidate', connection: number, candidate: candidate?.toJSON() ?? null })
    }
    connection.onicecandidateerror = ({ errorCode, errorText, url }) => {
      post({ type: 'candidate-error', connection: number, errorCode, errorText, url })
    }
    connection.ondatachannel = ({ channel }) => {
      onChannel(channel)
    }
  }

  get state (): ConnectionState {
    const {
      connectionState,
      iceConnectionState,
      iceGatheringState,
      signalingState,
      localDescription,
      remoteDescription,
      sctp
    } = this.#connection
    // The other end has closed it. The transport of the channels knows that at once, the connection itself only about
    // 15 s later.
    return {
      connectionState: sctp?.state === 'closed' ? 'failed' : connectionState,
      iceConnectionState,
      iceGatheringState,
      signalingState,
      localDescription: copyDescription(localDescription),
      remoteDescription: copyDescription(remoteDescription),
      keepsEarly: true
    }
  }

  createDataChannel (label: string, init: RTCDataChannelInit): RTCDataChannel {
    return this.#connection.createDataChannel(label, init)
  }

  /**
   * Calls a method of the connection.
   *
   * @returns the result, and the state of the connection after it
   */
  async call (
    method: ConnectionMethod,
    input: object | undefined
  ): Promise<{ value: unknown; state: ConnectionState }> {
    const value = await this.#run(method, input)
    return { value: value == null ? undefined : copyDescription(value), state: this.state }
  }

  close (): void {
    Object.assign(this.#connection.sctp ?? {}, { onstatechange: null })
    Object.assign(this.#connection, {
      onconnectionstatechange: null,
      oniceconnectionstatechange: null,
      onicegatheringstatechange: null,
      onsignalingstatechange: null,
      onicecandidate: null,
      onicecandidateerror: null,
      ondatachannel: null
    })
    this.#connection.close()
  }

  async #run (method: ConnectionMethod, input: object | undefined): Promise<RTCSessionDescriptionInit | undefined> {
    switch (method) {
      case 'createOffer':
        return await this.#connection.createOffer(input)
      case 'createAnswer':
        return await this.#connection.createAnswer(input)
      case 'setLocalDescription':
        await this.#connection.setLocalDescription(input as RTCSessionDescriptionInit | undefined)
        return
      case 'setRemoteDescription':
        await this.#connection.setRemoteDescription(input as RTCSessionDescriptionInit)
        return
      case 'addIceCandidate':
        await this.#connection.addIceCandidate(input)
    }
  }

  /** Reports an event. The end of the connection is reported after the messages before it. */
  #notify (event: string): void {
    const { state } = this
    const { sctp } = this.#connection

    if (sctp != null) {
      sctp.onstatechange = () => {
        if (sctp.state === 'closed') {
          this.#notify('connectionstatechange')
        }
      }
    }

    const notify = (): void => {
      this.#post({ type: 'state', connection: this.#number, event, state })
    }

    if (state.connectionState === 'failed' || state.connectionState === 'closed') {
      void this.#drained().then(notify)
    } else {
      notify()
    }
  }
}

function copyDescription (description: RTCSessionDescriptionInit | null): RTCSessionDescriptionInit | null {
  return description == null ? null : { type: description.type, sdp: description.sdp }
}
