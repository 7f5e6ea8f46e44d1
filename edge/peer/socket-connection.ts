import type { Logger, MessageStreamDirection } from '@libp2p/interface'
import { AbstractMultiaddrConnection } from '@libp2p/utils'
import type { SendResult } from '@libp2p/utils'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { EngineSocket } from './engine-socket.ts'
import { MAX_EARLY_BYTES, MAX_MESSAGE_BYTES } from './peer-bounds.ts'
import { SendWindow } from './send-window.ts'
import type { UnconfirmedBytes } from './send-window.ts'
import { timeLimit } from '../../src/async/time-limit.ts'

/** Who does not confirm in that time what it was sent is given up. */
const CONFIRM_MS = 60_000

/** As RFC 6455 has them: the end; and that something went wrong. */
const NORMAL = 1000
const BROKEN = 1011

const MAX_PING_ID = 2 ** 32

/** What of @libp2p/yamux asks a peer. It answers in its turn, behind all that was sent before. */
export interface Pinger {
  ping: (options: { signal: AbortSignal }) => Promise<number>
  nextPingID: number
}

export interface SocketConnectionInit {
  socket: EngineSocket
  remoteAddr: Multiaddr
  direction: MessageStreamDirection
  log: Logger
  all: UnconfirmedBytes
  /** told of each message that has come */
  received: (bytes: number) => void
}

/** A connection of libp2p over a WebSocket of the engine, that of @libp2p/websockets with bounds: the engine's has no `bufferedAmount`. */
export class SocketConnection extends AbstractMultiaddrConnection {
  readonly #socket: EngineSocket
  readonly #window: SendWindow
  readonly #closing = new AbortController()
  #early = 0
  #pinger: Pinger | undefined

  constructor ({ socket, all, received, ...init }: SocketConnectionInit) {
    super(init)
    this.#socket = socket

    this.#window = new SendWindow({
      all,
      ask: () => this.#ping(),
      drained: () => { this.safeDispatchEvent('drain') },
      failed: (err) => { this.abort(err) }
    })

    this.addEventListener('close', () => {
      this.#window.close()
      this.#closing.abort()
    })

    socket.addEventListener('message', ({ data }) => {
      const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data)

      if (bytes.byteLength > MAX_MESSAGE_BYTES) {
        this.abort(new Error(`a message of ${bytes.byteLength} bytes, of which ${MAX_MESSAGE_BYTES} are allowed`))
        return
      }

      if (this.#pinger == null && (this.#early += bytes.byteLength) > MAX_EARLY_BYTES) {
        this.abort(new Error('more has come than it takes to say who sends it'))
        return
      }

      this.onData(bytes)
      received(bytes.byteLength)
    })

    socket.addEventListener('close', ({ wasClean }) => {
      if (wasClean) {
        this.onTransportClosed()
      } else if (this.status === 'open' || this.status === 'closing') {
        this.onRemoteReset()
      }
    })

    socket.addEventListener('error', () => {
      if (this.status === 'open' || this.status === 'closing') {
        this.onRemoteReset()
      }
    })
  }

  /** What asks the peer, from the end of the handshake on; nothing else asks by it. */
  set pinger (pinger: Pinger) {
    this.#pinger = pinger
    this.#window.begin()
  }

  sendData (data: Parameters<AbstractMultiaddrConnection['sendData']>[0]): SendResult {
    this.#socket.send(data.subarray())
    return { sentBytes: data.byteLength, canSendMore: this.#window.sent(data.byteLength) }
  }

  sendReset (): void {
    this.#close(BROKEN)
  }

  async sendClose (): Promise<void> {
    this.#close(NORMAL)
  }

  sendPause (): void {
    // the engine has no such; what streams may send is bounded by their windows
  }

  sendResume (): void {
    // see above
  }

  #close (code: number): void {
    try {
      this.#socket.close(code)
    } catch {
      // it is closed already
    }
  }

  #ping (): Promise<unknown> | undefined {
    const pinger = this.#pinger

    if (pinger == null) {
      return undefined
    }

    // nobody answers it without having read it
    pinger.nextPingID = Math.floor(Math.random() * MAX_PING_ID)
    return pinger.ping({ signal: timeLimit(CONFIRM_MS, this.#closing.signal) })
  }
}
