import type { Logger, MessageStreamDirection } from '@libp2p/interface'
import { AbstractMultiaddrConnection } from '@libp2p/utils'
import type { SendResult } from '@libp2p/utils'
import type { Multiaddr } from '@multiformats/multiaddr'
import { timeLimit } from '../../../src/async/signals/time-limit.ts'
import type { EngineSocket } from '../../engine/engine-socket.ts'
import { MAX_EARLY_BYTES, MAX_MESSAGE_BYTES } from '../door/peer-bounds.ts'
import { SendWindow } from './send-window.ts'
import type { UnconfirmedBytes } from './send-window.ts'

/** Timeout of a confirmation, after which the connection is aborted. */
const CONFIRM_MS = 60_000

/** Close codes of RFC 6455: normal closure, and error. */
const NORMAL = 1000
const BROKEN = 1011

const MAX_PING_ID = 2 ** 32

/** The part of @libp2p/yamux that pings a peer. The peer answers in order, after all bytes that were sent before. */
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
  /** called with the size of each received message */
  received: (bytes: number) => void
}

/**
 * A libp2p connection over a WebSocket of the engine: that of @libp2p/websockets with limits, because the engine's has
 * no `bufferedAmount`.
 */
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
      drained: () => {
        this.safeDispatchEvent('drain')
      },
      failed: (err) => {
        this.abort(err)
      }
    })

    this.addEventListener('close', () => {
      this.#window.close()
      this.#closing.abort()
    })

    socket.addEventListener('message', ({ data }) => {
      const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data)

      if (bytes.byteLength > MAX_MESSAGE_BYTES) {
        this.abort(new Error(`a message of ${bytes.byteLength} bytes exceeds the limit of ${MAX_MESSAGE_BYTES} bytes`))
        return
      }

      if (this.#pinger == null && (this.#early += bytes.byteLength) > MAX_EARLY_BYTES) {
        this.abort(new Error('the peer sent too much data before the end of its handshake'))
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

  /** Pings the peer, from the end of the handshake on; nothing else uses it. */
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
    // The engine cannot pause; the windows of streams limit the received bytes.
  }

  sendResume (): void {
    // See `sendPause`.
  }

  #close (code: number): void {
    try {
      this.#socket.close(code)
    } catch {
      // Already closed.
    }
  }

  #ping (): Promise<unknown> | undefined {
    const pinger = this.#pinger

    if (pinger == null) {
      return undefined
    }

    // A random ID cannot be answered without reading the ping.
    pinger.nextPingID = Math.floor(Math.random() * MAX_PING_ID)
    return pinger.ping({ signal: timeLimit(CONFIRM_MS, this.#closing.signal) })
  }
}
