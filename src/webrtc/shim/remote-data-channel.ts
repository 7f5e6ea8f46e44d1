import { fromPortError } from '../../port/port-error.ts'
import { costOf, CREDIT_BYTES, OutgoingMessages } from '../outgoing-messages.ts'
import type { ChannelState, HostMessage, Payload } from '../webrtc-message.ts'
import { HandlerTarget } from './handler-target.ts'
import type { PageLink } from './page-link.ts'

/** Who sends more than this without looking at `bufferedAmount` is refused, as in a browser. */
const MOST_BUFFERED_BYTES = 16 * 1024 * 1024

/**
 * The channel by which @libp2p/webrtc begins a connection. Who has dialled waits until it is open, closes it and waits
 * until it is closed (`private-to-private/initiate-connection.js`); the other end closes it too, as soon as it sees it
 * (`muxer.js`), and when it is the first to do so the dial would wait for ever.
 */
const INIT = 'init'

interface RemoteDataChannelInit {
  label: string
  protocol: string
  negotiated?: boolean
  /** it was opened by the other peer */
  isIncoming?: boolean
  state: ChannelState
}

/**
 * An `RTCDataChannel` whose real one is in a page. `bufferedAmount` is what the page's channel has not taken yet: it
 * takes more while little waits in it. Messages come as `ArrayBuffer`s. A buffer that is sent is given away.
 */
export class RemoteDataChannel extends HandlerTarget {
  readonly label: string
  readonly protocol: string
  readonly negotiated: boolean
  readonly ordered = true
  readonly maxPacketLifeTime = null
  readonly maxRetransmits = null
  /** kept for who sets it; messages are never Blobs here */
  binaryType: BinaryType = 'arraybuffer'
  bufferedAmountLowThreshold = 0
  onopen: ((event: Event) => void) | null = null
  onclosing: ((event: Event) => void) | null = null
  onclose: ((event: Event) => void) | null = null
  onerror: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  onbufferedamountlow: ((event: Event) => void) | null = null

  readonly #outgoing = new OutgoingMessages((messages, transfer) => {
    this.#link?.post({ type: 'data', channel: this.#number, messages, isPatient: true }, transfer)
  })
  #link: PageLink | undefined
  #number = 0
  #state: ChannelState
  #isClosing = false
  /** bytes that have come and that the page has not been told of */
  #read = 0
  readonly #isIncoming: boolean
  /** the other peer has closed the one that this one has to close */
  #isEnded = false
  #isOver = false

  constructor ({ label, protocol, negotiated = false, isIncoming = false, state }: RemoteDataChannelInit) {
    super()
    this.label = label
    this.protocol = protocol
    this.negotiated = negotiated
    this.#isIncoming = isIncoming
    this.#state = state
  }

  get id (): number | null {
    return this.#state.id
  }

  get readyState (): RTCDataChannelState {
    return this.#state.readyState === 'open' && this.#isClosing ? 'closing' : this.#state.readyState
  }

  /** Of the last bytes it is not told whether the page's channel has taken them: those do not count. */
  get bufferedAmount (): number {
    const { waiting } = this.#outgoing
    return waiting < CREDIT_BYTES ? 0 : waiting
  }

  /** @throws InvalidStateError where it is not open, OperationError where too much waits */
  send (data: ArrayBuffer | ArrayBufferView<ArrayBuffer> | string): void {
    if (this.readyState !== 'open') {
      throw new DOMException(`the data channel is ${this.readyState}`, 'InvalidStateError')
    }

    const message = ownPayload(data)

    if (this.#outgoing.waiting + costOf(message) > MOST_BUFFERED_BYTES) {
      throw new DOMException('the send queue of the data channel is full', 'OperationError')
    }

    this.#outgoing.push(message)
  }

  /** What was sent before still goes out. */
  close (): void {
    if (this.#isClosing || this.#state.readyState === 'closed') {
      return
    }

    if (this.label === INIT && this.#isIncoming) {
      return // who has opened it closes it
    }

    this.#isClosing = true

    if (this.#isEnded) {
      // behind the one who closes, who waits for it from now on
      queueMicrotask(() => {
        this.end()
      })
      return
    }

    this.#outgoing.end(() => {
      this.#link?.post({ type: 'close-channel', channel: this.#number })
    })
  }

  /** The page holds it from now on, by this number. */
  attach (link: PageLink, number: number): void {
    this.#link = link
    this.#number = number
    link.channel(number, {
      receive: (message) => {
        this.#receive(message)
      },
      lost: (error) => {
        this.end(error)
      }
    })
  }

  /** It is closed, whatever was on its way. @param error - why, where it was not meant to */
  end (error?: Error): void {
    if (this.#isOver) {
      return
    }

    this.#isOver = true
    this.#state = { ...this.#state, readyState: 'closed' }
    this.#outgoing.clear()
    this.#link?.forgetChannel(this.#number)

    if (error != null) {
      this.fire('error', { error })
    }

    this.fire('close')
  }

  #receive (message: HostMessage): void {
    switch (message.type) {
      case 'data':
        this.#deliver(message)
        break
      case 'taken':
        this.#taken(message.bytes)
        break
      case 'channel-state':
        if (
          this.label === INIT && !this.#isIncoming && this.#state.readyState === 'open' && !this.#isClosing &&
          (message.event === 'closing' || message.event === 'close')
        ) {
          this.#isEnded = message.event === 'close'
        } else if (message.event === 'close') {
          this.end()
        } else {
          this.#state = message.state
          this.fire(message.event, message.error == null ? {} : { error: fromPortError(message.error) })
        }
    }
  }

  #deliver ({ messages, isPatient }: Extract<HostMessage, { type: 'data' }>): void {
    for (const data of messages) {
      this.#read += costOf(data)
      this.fire('message', { data })
    }

    if (this.#read >= CREDIT_BYTES || isPatient !== true) {
      this.#link?.post({ type: 'taken', channel: this.#number, bytes: this.#read })
      this.#read = 0
    }
  }

  #taken (bytes: number): void {
    const before = this.bufferedAmount
    this.#outgoing.taken(bytes)

    if (before > this.bufferedAmountLowThreshold && this.bufferedAmount <= this.bufferedAmountLowThreshold) {
      this.fire('bufferedamountlow')
    }
  }
}

/** As a buffer of its own: a view of a larger one is copied. */
function ownPayload (data: ArrayBuffer | ArrayBufferView<ArrayBuffer> | string): Payload {
  if (typeof data === 'string' || data instanceof ArrayBuffer) {
    return data
  }

  const { buffer, byteOffset, byteLength } = data
  return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
}
