import { costOf, CREDIT_BYTES, OutgoingMessages } from '../outgoing-messages.ts'
import type { ChannelState, HostMessage, Payload, WorkerMessage } from '../webrtc-message.ts'
import { PartOfFrame } from './part-of-frame.ts'

/** Maximum bytes in the browser's own queue: enough to keep the network busy until the worker sends more. */
const LOW_WATER_BYTES = 1024 * 1024

/**
 * Maximum bytes that may wait for a worker that does not read. A data channel has no backpressure for the receiver, so
 * a channel beyond this limit is closed: otherwise the peer could fill the memory of this page.
 */
const MOST_UNREAD_BYTES = 16 * 1024 * 1024

export interface HostedChannelInit {
  post: (message: HostMessage, transfer?: Transferable[]) => void
  /** called once the channel has no more work */
  onClosed: () => void
  /** Called when `partBytes` has changed: the bytes of an incomplete frame in the worker's memory. */
  onPart: (bytes: number) => void
}

/** A data channel in the page, and its connection to the worker. */
export class HostedChannel {
  readonly #number: number
  readonly #channel: RTCDataChannel
  readonly #post: HostedChannelInit['post']
  readonly #onClosed: () => void
  readonly #onPart: (bytes: number) => void
  readonly #part = new PartOfFrame()
  readonly #toWorker = new OutgoingMessages((messages, transfer) => {
    this.#post({ type: 'data', channel: this.#number, messages, isPatient: true }, transfer)
  })
  /** Bytes of the worker in the browser's queue, for which no credit was returned yet. */
  #given = 0
  /** Messages of the worker before the channel was open, including its close. */
  #early: Array<Extract<WorkerMessage, { channel: number }>> | undefined
  /** whether the worker works without credit for a few bytes */
  #isPatient = false
  #closed = false

  constructor (number: number, channel: RTCDataChannel, { post, onClosed, onPart }: HostedChannelInit) {
    this.#number = number
    this.#channel = channel
    this.#post = post
    this.#onClosed = onClosed
    this.#onPart = onPart
    channel.binaryType = 'arraybuffer'
    channel.bufferedAmountLowThreshold = LOW_WATER_BYTES
    channel.onopen = () => {
      this.#opened()
    }
    channel.onclosing = () => {
      this.#notify('closing')
    }
    channel.onclose = () => {
      this.#end()
    }
    channel.onmessage = ({ data }) => {
      this.#received(data as Payload)
    }
    channel.onbufferedamountlow = () => {
      this.#taken()
    }
    channel.onerror = (event) => {
      this.#fail((event as RTCErrorEvent).error)
    }
  }

  get state (): ChannelState {
    return { readyState: this.#channel.readyState, id: this.#channel.id }
  }

  /** Bytes in memory of an incomplete frame; 0 for a closed channel. */
  get partBytes (): number {
    return this.#closed ? 0 : this.#part.bytes
  }

  /** Whether all messages of the other peer are on their way to the worker. */
  get drained (): boolean {
    return this.#toWorker.posted
  }

  receive (message: Extract<WorkerMessage, { channel: number }>): void {
    if (this.#channel.readyState === 'connecting' && (message.type === 'data' || this.#early != null)) {
      ;(this.#early ??= []).push(message)
      return
    }

    switch (message.type) {
      case 'data':
        this.#isPatient = message.isPatient === true
        this.#send(message.messages)
        break
      case 'taken':
        this.#toWorker.taken(message.bytes)
        break
      case 'close-channel':
        this.#channel.close()
        break
    }
  }

  /** Closes the channel because of the peer's behaviour. */
  cut (reason: string): void {
    this.#fail(new Error(reason))
    this.drop()
    this.#notifyClosed()
  }

  /** Drops the channel without a message. */
  drop (): void {
    this.#close()
    this.#toWorker.clear()
    const { readyState } = this.#channel
    Object.assign(this.#channel, {
      onopen: null,
      onclosing: null,
      onclose: null,
      onmessage: null,
      onbufferedamountlow: null,
      onerror: null
    })

    if (readyState === 'open' || readyState === 'connecting') {
      this.#channel.close()
    }
  }

  /** Sends the early messages of the worker, which then treats the channel as open. */
  #opened (): void {
    const early = this.#early
    this.#early = undefined

    if (early == null) {
      this.#notify('open')
    } else {
      early.forEach((message) => {
        this.receive(message)
      })
    }
  }

  #send (messages: readonly Payload[]): void {
    try {
      for (const message of messages) {
        this.#given += costOf(message)
        this.#channel.send(message as string)
      }

      this.#taken()
    } catch (err) {
      // A channel that has closed meanwhile reports that itself.
      if (this.#channel.readyState === 'open') {
        this.#fail(err as Error)
        this.#channel.close()
      }
    }
  }

  /** Returns credit to the worker once few bytes wait. */
  #taken (): void {
    if (this.#given >= (this.#isPatient ? CREDIT_BYTES : 1) && this.#channel.bufferedAmount <= LOW_WATER_BYTES) {
      const bytes = this.#given
      this.#given = 0
      this.#post({ type: 'taken', channel: this.#number, bytes })
    }
  }

  #received (message: Payload): void {
    if (this.#closed) {
      return
    }

    // @libp2p/webrtc would take text for the size of a buffer to allocate.
    if (typeof message === 'string') {
      this.cut('the peer sends text')
      return
    }

    const before = this.#part.bytes
    this.#part.push(message) // before the buffer is transferred
    this.#toWorker.push(message)

    if (this.#toWorker.waiting > MOST_UNREAD_BYTES) {
      this.cut('the peer sends more than is read')
    }

    this.#onPart(this.#part.bytes - before)
  }

  #close (): void {
    const { partBytes } = this
    this.#closed = true
    this.#onPart(-partBytes)
  }

  #notify (event: 'open' | 'closing'): void {
    this.#post({ type: 'channel-state', channel: this.#number, event, state: this.state })
  }

  #fail ({ name, message }: Error | DOMException): void {
    this.#post({
      type: 'channel-state',
      channel: this.#number,
      event: 'error',
      state: this.state,
      error: { name, message }
    })
  }

  /** Reports the end of the channel after the messages before it. */
  #end (): void {
    if (!this.#closed) {
      this.#close()
      this.#toWorker.end(() => {
        this.#notifyClosed()
      })
    }
  }

  #notifyClosed (): void {
    this.#post({
      type: 'channel-state',
      channel: this.#number,
      event: 'close',
      state: { ...this.state, readyState: 'closed' }
    })
    this.#onClosed()
  }
}
