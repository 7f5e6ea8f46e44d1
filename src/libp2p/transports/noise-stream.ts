import type { AbortOptions, MessageStream } from '@libp2p/interface'
import { StreamBufferError, StreamCloseEvent, StreamResetEvent } from '@libp2p/interface'
import { AbstractMessageStream, LengthPrefixedDecoder } from '@libp2p/utils'
import type { SendResult } from '@libp2p/utils'
import { Uint8ArrayList } from 'uint8arraylist'
import { OrderedOutput } from '../../async/iteration/ordered-output.ts'
import { unlessAborted } from '../../async/signals/unless-aborted.ts'
import { nextTask } from '../../async/timers/next-task.ts'
import { NoiseCipher, TAG_BYTES } from './noise-cipher.ts'
import type { Bytes, CipherState, Subtle } from './noise-cipher.ts'

/** Largest plaintext of a message (Noise Protocol Framework, 3; libp2p specs, `noise`). */
const MAX_MESSAGE_BYTES = 65_535 - TAG_BYTES

/**
 * Shorter writes, such as yamux frames without content, are joined with others of the same task: each message costs as
 * much as 2 KiB more of one.
 */
const SHORT_BYTES = 2048

/** Limit of received bytes that are no complete message yet; the limit of @libp2p/noise. */
const MAX_HELD_BYTES = 16 * 1024 * 1024

/** Limit of bytes that are being encrypted; more are accepted when some were sent. */
const MAX_SEALING_BYTES = 1024 * 1024

/**
 * Limit of bytes that are being decrypted, plus an overhead per message: a peer that exceeds it is trying to fill the
 * memory.
 */
const MAX_OPENING_BYTES = 32 * 1024 * 1024
const MESSAGE_BYTES = 256

/** Pieces that are shorter on average are joined, since their consumer would have to process a very long list. */
const MIN_PIECE_BYTES = 1024

/** The result of a handshake: the cipher states of both directions, as the patched @libp2p/noise names them. */
export interface HandshakeCiphers {
  sendCipher: CipherState
  receiveCipher: CipherState
}

/**
 * A connection after the Noise handshake: writes are encrypted, received bytes are decrypted, in messages with a length
 * prefix (libp2p specs, `noise`). Behaves like the stream of @libp2p/noise, except that long messages use the browser's
 * asynchronous cipher: several concurrently, delivered in order.
 */
export class NoiseStream extends AbstractMessageStream {
  readonly #stream: MessageStream
  readonly #sealing: NoiseCipher
  readonly #sealed: OrderedOutput<Bytes>
  #sealingBytes = 0
  /** short writes that are not encrypted yet; they count as being encrypted */
  #short = new Uint8ArrayList()
  readonly #opening: NoiseCipher
  readonly #opened: OrderedOutput<Bytes | (() => void)>
  #openingBytes = 0
  readonly #decoder = new LengthPrefixedDecoder({
    lengthDecoder: lengthOf,
    maxBufferSize: MAX_HELD_BYTES,
    encodingLength: () => 2
  })

  constructor (stream: MessageStream, { sendCipher, receiveCipher }: HandshakeCiphers, subtle?: Subtle) {
    super({
      log: stream.log,
      inactivityTimeout: stream.inactivityTimeout,
      maxReadBufferLength: stream.maxReadBufferLength,
      direction: stream.direction
    })
    this.#stream = stream
    this.#sealing = new NoiseCipher(sendCipher, 'encrypt', subtle)
    this.#sealed = new OrderedOutput((messages) => {
      this.#sendOn(messages)
    }, (error) => {
      this.abort(error as Error)
    })
    this.#opening = new NoiseCipher(receiveCipher, 'decrypt', subtle)
    let held: (() => void) | undefined

    this.#opened = new OrderedOutput((come) => {
      this.#handOn(come)
    }, (error) => {
      this.abort(error as Error)
      held?.()
    })

    stream.addEventListener('message', ({ data }) => {
      this.#open(data)
    })
    stream.addEventListener('remoteCloseWrite', () => {
      this.#opened.add([() => {
        this.onRemoteCloseWrite()
      }])
    })

    // Data that arrived before the end is delivered before the end is reported.
    stream.addEventListener('close', (event) => {
      if (event.local === true || this.#opened.isIdle) {
        this.#ended(event)
      } else {
        event.stopImmediatePropagation()
        held = () => {
          stream.dispatchEvent(event.error == null ? new StreamCloseEvent() : new StreamResetEvent(event.error))
        }
        this.#opened.add([held])
      }
    })

    stream.addEventListener('drain', () => {
      this.#notifyDrained()
    })

    // libp2p closes the underlying stream directly, so its `close` must wait for pending messages.
    const close = stream.close.bind(stream)

    stream.close = async (options) => {
      await unlessAborted(this.#sent(), options?.signal)
      await close(options)
    }
  }

  override async close (options?: AbortOptions): Promise<void> {
    await this.#stream.close(options)
  }

  override sendData (data: Uint8ArrayList): SendResult {
    const { byteLength } = data
    const isShort = byteLength < SHORT_BYTES && this.#short.byteLength < MAX_MESSAGE_BYTES
    this.#sealingBytes += byteLength

    if (isShort && this.#short.byteLength === 0) {
      nextTask().then(() => {
        this.#seal()
      }).catch((error: Error) => {
        this.abort(error)
      })
    }

    // The caller may reuse the buffer of a write.
    this.#short.append(isShort ? data.slice() : data)

    if (!isShort) {
      this.#seal()
    }

    return { sentBytes: byteLength, canSendMore: !this.#isFull }
  }

  #seal (): void {
    const data = this.#short
    const messages: Array<Bytes | Promise<Bytes>> = []
    this.#short = new Uint8ArrayList()

    for (let at = 0; at < data.byteLength; at += MAX_MESSAGE_BYTES) {
      const message = data.sublist(at, Math.min(at + MAX_MESSAGE_BYTES, data.byteLength))
      this.#sealingBytes += TAG_BYTES
      messages.push(this.#sealing.next(message))
    }

    this.#sealed.add(messages)
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

  /** Resolves when everything was sent, or nothing can be sent any more. */
  async #sent (): Promise<void> {
    while (this.writeBufferLength > 0 && this.status === 'open') {
      await new Promise((resolve) => {
        this.addEventListener('idle', resolve, { once: true })
        this.addEventListener('close', resolve, { once: true })
      })
    }

    this.#seal()
    await this.#sealed.idle()
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

    // The other end has closed; what it sent before is still delivered.
    if (this.#stream.status !== 'open') {
      return
    }

    // In one piece: @libp2p/websockets sends each piece as a message of its own.
    this.#stream.send(frames.subarray())
    this.#notifyDrained()
  }

  #notifyDrained (): void {
    if (this.writableNeedsDrain && !this.#isFull) {
      this.safeDispatchEvent('drain')
    }
  }

  #open (data: Bytes): void {
    const come: Array<Bytes | Promise<Bytes>> = []

    try {
      for (const message of this.#decoder.decode(data)) {
        this.#openingBytes += message.byteLength + MESSAGE_BYTES
        come.push(this.#opening.next(atLeastTag(message)))
      }
    } catch (error) {
      // Reported after the data that came before it.
      come.push(Promise.reject(error as Error))
    }

    this.#opened.add(come)

    if (this.#openingBytes > MAX_OPENING_BYTES) {
      this.abort(new StreamBufferError(`More than ${MAX_OPENING_BYTES} bytes came before any of them was opened`))
    }
  }

  /** Delivers received data; pieces that arrived together are joined. */
  #handOn (come: ReadonlyArray<Bytes | (() => void)>): void {
    let pieces: Bytes[] = []

    for (const one of come) {
      if (typeof one === 'function') {
        this.#handOnPieces(pieces)
        pieces = []
        one()
      } else {
        this.#openingBytes -= one.byteLength + TAG_BYTES + MESSAGE_BYTES
        pieces.push(one)
      }
    }

    this.#handOnPieces(pieces)
  }

  #handOnPieces (pieces: readonly Bytes[]): void {
    const bytes = new Uint8ArrayList()
    // Not as arguments: a peer may send more pieces than a call can have.
    bytes.appendAll(pieces.filter(({ byteLength }) => byteLength > 0))
    this.onData(bytes.byteLength < pieces.length * MIN_PIECE_BYTES ? bytes.subarray() : bytes)
  }

  #ended ({ error, local }: StreamCloseEvent): void {
    if (this.status === 'aborted') {
      return
    }

    if (error == null) {
      this.onTransportClosed()
    } else if (local === true) {
      this.abort(error)
    } else {
      this.onRemoteReset()
    }
  }
}

/**
 * Reads the length of a message.
 *
 * @throws RangeError if the length has not arrived yet, which makes the decoder wait
 */
function lengthOf (bytes: Bytes): number {
  if (bytes.byteLength < 2) {
    throw new RangeError('the length of a message has not come yet')
  }

  return bytes instanceof Uint8Array ? bytes[0]! << 8 | bytes[1]! : bytes.get(0) << 8 | bytes.get(1)
}

/**
 * Returns the message.
 *
 * @throws an Error if it is shorter than its tag
 */
function atLeastTag (message: Uint8ArrayList): Uint8ArrayList {
  if (message.byteLength < TAG_BYTES) {
    throw new Error('A message of Noise is shorter than what seals it')
  }

  return message
}
