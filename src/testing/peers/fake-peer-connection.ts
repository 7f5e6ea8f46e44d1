type Handlers = Record<string, ((event: never) => void) | null>

/** Bytes that the fake network transfers per task. */
const CARRIED_BYTES = 256 * 1024

/** A data channel of `FakePeerConnection`. The network transfers some bytes per task; a test may stall it. */
export class FakeDataChannel {
  readonly label: string
  readonly protocol = ''
  id: number | null = null
  readyState: RTCDataChannelState = 'connecting'
  binaryType = 'arraybuffer'
  bufferedAmount = 0
  bufferedAmountLowThreshold = 0
  /** maximum of the buffered bytes */
  mostBuffered = 0
  isHeldUp = false
  peer: FakeDataChannel | undefined
  #queue: ArrayBuffer[] = []
  #isCarrying = false
  #isClosing = false

  constructor (label: string) {
    this.label = label
  }

  send (data: ArrayBuffer): void {
    if (this.readyState !== 'open') {
      throw new DOMException('not open', 'InvalidStateError')
    }
    this.#queue.push(data)
    this.bufferedAmount += data.byteLength
    this.mostBuffered = Math.max(this.mostBuffered, this.bufferedAmount)
    this.carry()
  }

  open (): void {
    if (this.readyState === 'connecting') {
      this.readyState = 'open'
      this.#fire('open', {})
    }
  }

  close (): void {
    this.#isClosing = true
    if (this.readyState === 'open') {
      this.readyState = 'closing'
    }
    this.carry()
  }

  /** Closes the channel and its peer. */
  end (): void {
    if (this.readyState !== 'closed') {
      this.readyState = 'closed'
      this.#fire('close', {})
      this.peer?.end()
    }
  }

  carry (): void {
    if (!this.#isCarrying) {
      this.#isCarrying = true
      setImmediate(() => {
        this.#isCarrying = false
        this.#carrySome()
      })
    }
  }

  #carrySome (): void {
    const before = this.bufferedAmount

    for (let carried = 0; !this.isHeldUp && carried < CARRIED_BYTES && this.#queue.length > 0;) {
      const data = this.#queue.shift() as ArrayBuffer
      carried += data.byteLength
      this.bufferedAmount -= data.byteLength
      if (this.peer != null) {
        this.peer.#fire('message', { data })
      }
    }

    if (before > this.bufferedAmountLowThreshold && this.bufferedAmount <= this.bufferedAmountLowThreshold) {
      this.#fire('bufferedamountlow', {})
    }
    if (this.#queue.length > 0 && !this.isHeldUp) {
      this.carry()
    }
    if (this.#queue.length === 0 && this.#isClosing) {
      this.end()
    }
  }

  #fire (type: string, fields: object): void {
    ;(this as unknown as Handlers)[`on${type}`]?.({ type, ...fields } as never)
  }
}

/**
 * Replacement of `RTCPeerConnection` in Node: two of them that exchange their descriptions are connected, without any
 * network.
 */
export class FakePeerConnection {
  static readonly all = new Map<string, FakePeerConnection>()
  static #next = 0
  readonly name = `fake ${FakePeerConnection.#next++}`
  readonly settings: RTCConfiguration
  readonly channels: FakeDataChannel[] = []
  connectionState: RTCPeerConnectionState = 'new'
  iceConnectionState = 'new'
  iceGatheringState = 'new'
  signalingState = 'stable'
  localDescription: RTCSessionDescriptionInit | null = null
  remoteDescription: RTCSessionDescriptionInit | null = null
  readonly candidates: unknown[] = []
  /** transport of its channels, once the two are connected */
  sctp: { state: RTCSctpTransportState; onstatechange: (() => void) | null } | null = null
  #ids = 0

  constructor (settings: RTCConfiguration = {}) {
    this.settings = settings
    FakePeerConnection.all.set(this.name, this)
  }

  static async generateCertificate (): Promise<object> {
    return { expires: 1234 }
  }

  async createOffer (): Promise<RTCSessionDescriptionInit> {
    return { type: 'offer', sdp: this.name }
  }
  async createAnswer (): Promise<RTCSessionDescriptionInit> {
    return { type: 'answer', sdp: this.name }
  }
  async addIceCandidate (candidate: unknown): Promise<void> {
    this.candidates.push(candidate)
  }

  async setLocalDescription (description: RTCSessionDescriptionInit): Promise<void> {
    this.localDescription = description
    this.#fire('icecandidate', {
      candidate: {
        toJSON: () => ({ candidate: `of ${this.name}`, sdpMid: '0', sdpMLineIndex: 0, usernameFragment: null })
      }
    })
    this.#fire('icecandidate', { candidate: null })
    this.#connect()
  }

  async setRemoteDescription (description: RTCSessionDescriptionInit): Promise<void> {
    if (!FakePeerConnection.all.has(description.sdp ?? '')) {
      throw new DOMException(`no such peer: ${description.sdp}`, 'InvalidAccessError')
    }
    this.remoteDescription = description
    this.#connect()
  }

  createDataChannel (label: string): FakeDataChannel {
    if (label === 'refused') {
      throw new TypeError('refused by the browser')
    }
    const channel = new FakeDataChannel(label)
    this.channels.push(channel)
    if (this.connectionState === 'connected') {
      this.#pair(channel)
    }
    return channel
  }

  close (): void {
    const remote = this.#remote
    this.connectionState = 'closed'
    this.channels.forEach((channel) => {
      channel.end()
    })
    // As in a browser, where the connection state changes some 15 s later.
    if (remote?.sctp?.state === 'connected') {
      remote.sctp.state = 'closed'
      remote.sctp.onstatechange?.()
    }
  }

  become (state: RTCPeerConnectionState): void {
    this.connectionState = state
    this.#fire('connectionstatechange', {})
  }

  get #remote (): FakePeerConnection | undefined {
    return FakePeerConnection.all.get(this.remoteDescription?.sdp ?? '')
  }

  #connect (): void {
    const remote = this.#remote

    if (
      this.localDescription != null && remote?.localDescription != null && remote.remoteDescription != null &&
      this.connectionState === 'new'
    ) {
      for (const one of [this, remote]) {
        one.sctp = { state: 'connected', onstatechange: null }
        one.become('connected')
      }

      for (const one of [this, remote]) {
        ;[...one.channels].forEach((channel) => {
          one.#pair(channel)
        })
      }
    }
  }

  #pair (channel: FakeDataChannel): void {
    const remote = this.#remote
    if (remote == null || channel.peer != null) {
      return
    }
    const other = new FakeDataChannel(channel.label)
    channel.id = other.id = this.#ids++
    channel.peer = other
    other.peer = channel
    remote.channels.push(other)
    other.readyState = 'open'
    remote.#fire('datachannel', { channel: other })
    setImmediate(() => {
      channel.open()
    })
  }

  #fire (type: string, fields: object): void {
    ;(this as unknown as Handlers)[`on${type}`]?.({ type, ...fields } as never)
  }
}
