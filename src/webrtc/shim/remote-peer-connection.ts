import type {
  RTCAnswerOptions,
  RTCConfiguration,
  RTCDataChannelInit,
  RTCIceCandidateInit,
  RTCIceConnectionState,
  RTCIceGatheringState,
  RTCOfferOptions,
  RTCPeerConnectionState,
  RTCSessionDescriptionInit,
  RTCSignalingState
} from '../rtc-types.ts'
import { PageGoneError } from '../webrtc-errors.ts'
import type {
  CertificateRef,
  ConnectionMethod,
  ConnectionSettings,
  ConnectionState,
  HostMessage
} from '../webrtc-message.ts'
import { HandlerTarget } from './handler-target.ts'
import { IceCandidate } from './ice-candidate.ts'
import type { PageLink } from './page-link.ts'
import { RemoteDataChannel } from './remote-data-channel.ts'
import { SessionDescription } from './session-description.ts'

const NEW: ConnectionState = {
  connectionState: 'new',
  iceConnectionState: 'new',
  iceGatheringState: 'new',
  signalingState: 'stable',
  localDescription: null,
  remoteDescription: null
}

/** A certificate that a page has made and holds. */
interface RemoteCertificate extends CertificateRef {
  link: PageLink
}

type Listener = ((event: Event) => void) | null

/**
 * An `RTCPeerConnection` proxy for a real connection in a page. Requests wait for a page, and fail if none is open.
 * When the page is gone, its channels end with an error and its state is `failed`.
 *
 * Implements the part of the standard's interface that data channels need.
 */
export class RemotePeerConnection extends HandlerTarget {
  onconnectionstatechange: Listener = null
  oniceconnectionstatechange: Listener = null
  onicegatheringstatechange: Listener = null
  onsignalingstatechange: Listener = null
  onicecandidate: Listener = null
  onicecandidateerror: Listener = null
  onnegotiationneeded: Listener = null
  ondatachannel: Listener = null

  readonly #link: Promise<PageLink>
  #opened: PageLink | undefined
  #number = 0
  #state = NEW
  #closed = false
  readonly #channels = new Set<RemoteDataChannel>()

  /**
   * Creates a connection.
   *
   * @param page - returns the page that will hold it; a certificate stays in the page that made it
   */
  constructor (page: () => Promise<PageLink>, { certificates = [], ...settings }: RTCConfiguration = {}) {
    super()
    const own = certificates as unknown as RemoteCertificate[]
    this.#link = (own[0] == null ? page() : Promise.resolve(own[0].link)).then((link) =>
      this.#open(link, { ...settings, certificates: own.map(({ certificate, expires }) => ({ certificate, expires })) })
    )
    this.#link.catch(() => {
      this.#lose()
    })
  }

  /** Makes a certificate, which stays in the page. */
  static async certificate (link: PageLink, algorithm: object): Promise<CertificateRef> {
    return { ...await link.call<CertificateRef>({ type: 'certificate', algorithm }), link } as RemoteCertificate
  }

  get connectionState (): RTCPeerConnectionState {
    return this.#closed ? 'closed' : this.#state.connectionState
  }
  get iceConnectionState (): RTCIceConnectionState {
    return this.#closed ? 'closed' : this.#state.iceConnectionState
  }
  get iceGatheringState (): RTCIceGatheringState {
    return this.#state.iceGatheringState
  }
  get signalingState (): RTCSignalingState {
    return this.#closed ? 'closed' : this.#state.signalingState
  }
  get localDescription (): RTCSessionDescriptionInit | null {
    return this.#state.localDescription
  }
  get remoteDescription (): RTCSessionDescriptionInit | null {
    return this.#state.remoteDescription
  }

  async createOffer (options?: RTCOfferOptions): Promise<RTCSessionDescriptionInit> {
    return await this.#ask('createOffer', options)
  }

  async createAnswer (options?: RTCAnswerOptions): Promise<RTCSessionDescriptionInit> {
    return await this.#ask('createAnswer', options)
  }

  async setLocalDescription (description?: RTCSessionDescriptionInit): Promise<void> {
    await this.#ask(
      'setLocalDescription',
      description == null ? undefined : new SessionDescription(description).toJSON()
    )
  }

  async setRemoteDescription (description: RTCSessionDescriptionInit): Promise<void> {
    await this.#ask('setRemoteDescription', new SessionDescription(description).toJSON())
  }

  async addIceCandidate (candidate?: RTCIceCandidateInit): Promise<void> {
    await this.#ask('addIceCandidate', candidate == null ? undefined : new IceCandidate(candidate).toJSON())
  }

  /**
   * Creates a channel. On a connected page it can send at once, without waiting: the page keeps messages that arrive
   * too early.
   *
   * @throws InvalidStateError if the connection is closed
   */
  createDataChannel (label: string, init: RTCDataChannelInit = {}): RemoteDataChannel {
    if (this.#closed) {
      throw new DOMException('the connection is closed', 'InvalidStateError')
    }

    const readyState = this.#state.keepsEarly === true && this.connectionState === 'connected' ? 'open' : 'connecting'
    const channel = new RemoteDataChannel({
      label,
      protocol: init.protocol ?? '',
      negotiated: init.negotiated,
      state: { readyState, id: init.id ?? null }
    })
    this.#keep(channel)

    this.#whenOpen((link) => {
      const number = link.number()
      channel.attach(link, number)
      link.post({ type: 'channel', connection: this.#number, channel: number, label, init })
    })

    return channel
  }

  /** Closes the connection and its channels at once. Fires no event, since the caller knows. */
  close (): void {
    if (this.#closed) {
      return
    }

    this.#closed = true

    this.#whenOpen((link) => {
      link.post({ type: 'close', connection: this.#number })
      link.forgetConnection(this.#number)
    })

    // After the code that calls close, as in a browser.
    queueMicrotask(() => {
      this.#channels.forEach((channel) => {
        channel.end()
      })
    })
  }

  #open (link: PageLink, settings: ConnectionSettings): PageLink {
    this.#number = link.number()
    this.#opened = link
    link.post({ type: 'open', connection: this.#number, settings })
    link.connection(this.#number, {
      receive: (message) => {
        this.#receive(message)
      },
      lost: () => {
        this.#lose()
      }
    })
    return link
  }

  /** Runs a request at once if possible: requests reach the page in their order. */
  #whenOpen (then: (link: PageLink) => void): void {
    if (this.#opened != null) {
      then(this.#opened)
    } else {
      this.#link.then(then, () => {})
    }
  }

  async #ask<T> (method: ConnectionMethod, input: object | undefined): Promise<T> {
    const link = this.#opened ?? await this.#link

    if (this.#closed) {
      throw new DOMException('the connection is closed', 'InvalidStateError')
    }

    // The new state of the connection comes with the result, because callers read it immediately.
    const { value, state } = await link.call<{ value: T; state: ConnectionState }>({
      type: 'call',
      connection: this.#number,
      method,
      input
    })
    this.#state = this.connectionState === 'failed' ? this.#state : state
    return value
  }

  #keep (channel: RemoteDataChannel): void {
    this.#channels.add(channel)
    channel.addEventListener('close', () => {
      this.#channels.delete(channel)
    })
  }

  #receive (message: HostMessage): void {
    if (this.#closed) {
      return
    }

    switch (message.type) {
      case 'state':
        this.#state = message.state
        this.fire(message.event)
        break
      case 'candidate':
        this.fire('icecandidate', { candidate: message.candidate == null ? null : new IceCandidate(message.candidate) })
        break
      case 'candidate-error':
        this.fire('icecandidateerror', { errorCode: message.errorCode, errorText: message.errorText, url: message.url })
        break
      case 'channel': {
        const channel = new RemoteDataChannel({ ...message, isIncoming: true })
        this.#keep(channel)
        channel.attach(this.#opened as PageLink, message.channel)
        this.fire('datachannel', { channel })
      }
    }
  }

  #lose (): void {
    if (this.#closed) {
      return
    }

    this.#channels.forEach((channel) => {
      channel.end(new PageGoneError())
    })
    this.#state = { ...this.#state, connectionState: 'failed', iceConnectionState: 'failed' }
    this.fire('iceconnectionstatechange')
    this.fire('connectionstatechange')
  }
}
