import { fromPortError } from '../../port/port-error.ts'
import { costOf, CREDIT_BYTES, OutgoingMessages } from '../outgoing-messages.ts'
import type { ChannelState, HostMessage, Payload } from '../webrtc-message.ts'
import { HandlerTarget } from './handler-target.ts'
import type { PageLink } from './page-link.ts'

/** Maximum buffered bytes. A sender that ignores `bufferedAmount` gets an error beyond it, as in a browser. */
const MOST_BUFFERED_BYTES = 16 * 1024 * 1024

/**
 * Label of the channel with which @libp2p/webrtc starts a connection. The dialer waits until it is open, closes it and
 * waits until it is closed (`private-to-private/initiate-connection.js`). The listener closes it too, as soon as it
 * sees it (`muxer.js`); if it were the first to close, the dialer would wait forever.
 */
const INIT = 'init'

interface RemoteDataChannelInit {
  label: string
  protocol: string
  negotiated?: boolean
  /** whether the other peer opened it */
  isIncoming?: boolean
  state: ChannelState
}

/**
 * An `RTCDataChannel` proxy for a real channel in a page. `bufferedAmount` counts the bytes that the page's channel has
 * not accepted yet. That channel accepts more bytes while few wait in it. Messages arrive as `ArrayBuffer`s. Sent
 * buffers are transferred.
 */
export class RemoteDataChannel extends HandlerTarget {
  readonly label: string
  readonly protocol: string
  readonly negotiated: boolean
  readonly ordered = true
  readonly maxPacketLifeTime = null
  readonly maxRetransmits = null
  /** stored for the user; messages are never Blobs here */
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
  /** Received bytes whose credit has not been returned yet. */
  #read = 0
  readonly #isIncoming: boolean
  /** whether the other peer has closed a channel that this end has to close */
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

  /**
   * Bytes that the page's channel has not taken. The last few do not count, because their credit may never be returned.
   */
  get bufferedAmount (): number {
    const { waiting } = this.#outgoing
    return waiting < CREDIT_BYTES ? 0 : waiting
  }

  /**
   * Sends a message.
   *
   * @throws InvalidStateError if the channel is not open, OperationError if too many bytes wait
   */
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

  /** Closes the channel after everything that was sent before. */
  close (): void {
    if (this.#isClosing || this.#state.readyState === 'closed') {
      return
    }

    if (this.label === INIT && this.#isIncoming) {
      return // the end that opened it closes it
    }

    this.#isClosing = true

    if (this.#isEnded) {
      // After the code that calls close, which waits for this event from now on.
      queueMicrotask(() => {
        this.end()
      })
      return
    }

    this.#outgoing.end(() => {
      this.#link?.post({ type: 'close-channel', channel: this.#number })
    })
  }

  /** Attaches the channel to the page that holds it under this number. */
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

  /**
   * Ends the channel, and drops data in flight.
   *
   * @param error - the reason, if the end was not intended
   */
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

/** Returns the data in a buffer of its own; a view of a larger buffer is copied. */
function ownPayload (data: ArrayBuffer | ArrayBufferView<ArrayBuffer> | string): Payload {
  if (typeof data === 'string' || data instanceof ArrayBuffer) {
    return data
  }

  const { buffer, byteOffset, byteLength } = data
  return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
}
