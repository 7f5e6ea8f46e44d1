import type { AbortOptions, MessageStream, StreamCloseEvent } from '@libp2p/interface'
import { AbstractMessageStream, LengthPrefixedDecoder } from '@libp2p/utils'
import type { SendResult } from '@libp2p/utils'
import { Uint8ArrayList } from 'uint8arraylist'
import { unlessAborted } from '../../async/unless-aborted.ts'
import { InOrder } from './in-order.ts'
import { NoiseCipher, TAG_BYTES } from './noise-cipher.ts'
import type { Bytes, CipherState, Subtle } from './noise-cipher.ts'

/** Of one message (Noise Protocol Framework, 3; libp2p specs, `noise`). */
const MAX_MESSAGE_BYTES = 65_535 - TAG_BYTES

/** What has come and is no whole message yet, as @libp2p/noise bounds it. */
const MAX_HELD_BYTES = 16 * 1024 * 1024

/** What is being sealed: more is not taken until some of it is sent. */
const MAX_SEALING_BYTES = 1024 * 1024

/** What a handshake comes to: the ciphers of both directions. */
export interface Handshake { sends: CipherState, receives: CipherState }

/**
 * A connection behind the handshake of Noise: what is written is sealed, what comes is opened, in messages with their length before them (libp2p
 * specs, `noise`). It does what the stream of @libp2p/noise does, except that the browser's own cipher, which answers later, does the long
 * messages: several at a time, and all in their order.
 */
export class NoiseStream extends AbstractMessageStream {
  readonly #stream: MessageStream
  readonly #sealing: NoiseCipher
  readonly #sealed: InOrder<Bytes>
  #sealingBytes = 0

  constructor (stream: MessageStream, { sends, receives }: Handshake, subtle?: Subtle) {
    super({ log: stream.log, inactivityTimeout: stream.inactivityTimeout, maxReadBufferLength: stream.maxReadBufferLength, direction: stream.direction })
    this.#stream = stream
    this.#sealing = new NoiseCipher(sends, 'encrypt', subtle)
    this.#sealed = new InOrder((messages) => { this.#sendOn(messages) }, (error) => { this.abort(error as Error) })

    const opening = new NoiseCipher(receives, 'decrypt', subtle)
    const opened = new InOrder<Bytes | (() => void)>((come) => { this.#handOn(come) }, (error) => { this.abort(error as Error) })
    const decoder = new LengthPrefixedDecoder({ lengthDecoder: lengthOf, maxBufferSize: MAX_HELD_BYTES, encodingLength: () => 2 })

    stream.addEventListener('message', ({ data }) => {
      try {
        opened.add(Array.from(decoder.decode(data), (message) => opening.next(atLeastTag(message))))
      } catch (error) {
        this.abort(error as Error)
      }
    })
    // what came before an end is handed on before it
    stream.addEventListener('remoteCloseWrite', () => { opened.add([() => { this.onRemoteCloseWrite() }]) })
    stream.addEventListener('close', (event) => {
      if (event.local === true) {
        this.#ended(event)
      } else {
        opened.add([() => { this.#ended(event) }])
      }
    })
    stream.addEventListener('drain', () => { this.#tellDrained() })
  }

  /** Sends what was taken, and closes the connection. */
  override async close (options?: AbortOptions): Promise<void> {
    if (this.writeBufferLength > 0) {
      await unlessAborted(new Promise((resolve) => { this.addEventListener('idle', resolve, { once: true }) }), options?.signal)
    }

    await unlessAborted(this.#sealed.idle(), options?.signal)
    await this.#stream.close(options)
  }

  override sendData (data: Uint8ArrayList): SendResult {
    const messages: Array<Bytes | Promise<Bytes>> = []

    for (let at = 0; at < data.byteLength; at += MAX_MESSAGE_BYTES) {
      const message = data.sublist(at, Math.min(at + MAX_MESSAGE_BYTES, data.byteLength))
      this.#sealingBytes += message.byteLength + TAG_BYTES
      messages.push(this.#sealing.next(message))
    }

    this.#sealed.add(messages)
    return { sentBytes: data.byteLength, canSendMore: !this.#isFull }
  }

  override sendPause (): void {
    this.#stream.pause()
  }

  override sendResume (): void {
    this.#stream.resume()
  }

  override sendReset (error: Error): void {
    this.#stream.abort(error)
  }

  get #isFull (): boolean {
    return this.#stream.writableNeedsDrain || this.#sealingBytes > MAX_SEALING_BYTES
  }

  #sendOn (messages: Bytes[]): void {
    const frames = new Uint8ArrayList()

    for (const message of messages) {
      this.#sealingBytes -= message.byteLength
      frames.append(Uint8Array.of(message.byteLength >> 8, message.byteLength))
      frames.append(message)
    }

    this.#stream.send(frames)
    this.#tellDrained()
  }

  #tellDrained (): void {
    if (this.writableNeedsDrain && !this.#isFull) {
      this.safeDispatchEvent('drain')
    }
  }

  /** Gives on what has come, what comes together as one. */
  #handOn (come: ReadonlyArray<Bytes | (() => void)>): void {
    let bytes = new Uint8ArrayList()

    for (const one of come) {
      if (typeof one === 'function') {
        this.onData(bytes)
        bytes = new Uint8ArrayList()
        one()
      } else {
        bytes.append(one)
      }
    }

    this.onData(bytes)
  }

  #ended ({ error, local }: StreamCloseEvent): void {
    if (error == null) {
      this.onTransportClosed()
    } else if (local === true) {
      this.abort(error)
    } else {
      this.onRemoteReset()
    }
  }
}

/** @throws RangeError where it has not come yet, which is how who asks knows to wait */
function lengthOf (bytes: Bytes): number {
  if (bytes.byteLength < 2) {
    throw new RangeError('the length of a message has not come yet')
  }

  return bytes instanceof Uint8Array ? bytes[0]! << 8 | bytes[1]! : bytes.get(0) << 8 | bytes.get(1)
}

/** @throws Error where a message is shorter than the tag that ends it */
function atLeastTag (message: Uint8ArrayList): Uint8ArrayList {
  if (message.byteLength < TAG_BYTES) {
    throw new Error('A message of Noise is shorter than what seals it')
  }

  return message
}
