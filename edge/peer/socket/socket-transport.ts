import { serviceCapabilities, transportSymbol } from '@libp2p/interface'
import type {
  ComponentLogger,
  Connection,
  CreateListenerOptions,
  DialTransportOptions,
  Libp2pEvents,
  Listener,
  Transport,
  TypedEventTarget
} from '@libp2p/interface'
import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { ReceiveMemoryLimit } from '../../../src/libp2p/limits/receive-memory-limit.ts'
import type { EngineSocket } from '../../engine/engine-socket.ts'
import type { PeerDoor } from '../door/peer-door.ts'
import { UnconfirmedBytes } from './send-window.ts'
import { SocketConnection } from './socket-connection.ts'
import type { Pinger } from './socket-connection.ts'
import { SocketListener } from './socket-listener.ts'
import { socketUrl } from './socket-url.ts'

/** Placeholder for the host of the deployment, which is unknown before its first request. */
export const LISTENS_ON = '/dns/edge/tcp/443/wss'

const SWITCHING_PROTOCOLS = 101

/** The parts of libp2p that it uses. */
export interface SocketTransportParts {
  logger: ComponentLogger
  events: TypedEventTarget<Libp2pEvents>
  connectionManager: { getConnections: () => Connection[] }
  addressManager: { confirmObservedAddr: (address: Multiaddr) => void }
}

export interface SocketTransportInit {
  door: PeerDoor
  receiveMemory: ReceiveMemoryLimit
}

/** Internals of a libp2p connection. */
interface ConnectionInternals {
  maConn?: unknown
  muxer?: Pinger
}

/** A response that the engine has upgraded to a WebSocket. */
interface UpgradedResponse extends Response {
  webSocket?: EngineSocket | null
}

/** WebSocket transport on the edge's engine: the door accepts inbound WebSockets, and `fetch` dials outbound ones. */
export class SocketTransport implements Transport {
  readonly [transportSymbol] = true
  readonly [Symbol.toStringTag] = '@swipfs/edge-sockets'
  readonly [serviceCapabilities] = ['@libp2p/transport']
  readonly #parts: SocketTransportParts
  readonly #init: SocketTransportInit
  readonly #all = new UnconfirmedBytes()

  constructor (parts: SocketTransportParts, init: SocketTransportInit) {
    this.#parts = parts
    this.#init = init

    parts.events.addEventListener('connection:open', ({ detail }) => {
      const { maConn, muxer } = detail as unknown as ConnectionInternals

      if (maConn instanceof SocketConnection && muxer != null) {
        maConn.pinger = muxer
      }
    })
  }

  async dial (address: Multiaddr, options: DialTransportOptions): Promise<Connection> {
    const socket = await dialSocket(socketUrl(address)!, options.signal)
    const connection = this.#connection(socket, address, 'outbound')
    socket.accept()

    try {
      return await options.upgrader.upgradeOutbound(connection, options)
    } catch (err) {
      connection.abort(err as Error)
      throw err
    }
  }

  createListener ({ upgrader }: CreateListenerOptions): Listener {
    const log = this.#parts.logger.forComponent('libp2p:edge:listener')

    return new SocketListener({
      door: this.#init.door,
      upgrader,
      connection: (socket, from) => this.#connection(socket, from, 'inbound'),
      reached: (address) => {
        this.#parts.addressManager.confirmObservedAddr(address)
      },
      failed: (err) => {
        log.error('an inbound connection failed - %e', err)
      }
    })
  }

  listenFilter (addresses: Multiaddr[]): Multiaddr[] {
    return addresses.filter((address) => address.equals(multiaddr(LISTENS_ON)))
  }

  dialFilter (addresses: Multiaddr[]): Multiaddr[] {
    return addresses.filter((address) => socketUrl(address) != null)
  }

  #connection (socket: EngineSocket, remoteAddr: Multiaddr, direction: 'inbound' | 'outbound'): SocketConnection {
    return new SocketConnection({
      socket,
      remoteAddr,
      direction,
      log: this.#parts.logger.forComponent('libp2p:edge:connection'),
      all: this.#all,
      received: (bytes) => {
        this.#init.receiveMemory.received(bytes)
      }
    })
  }
}

/**
 * Dials a WebSocket.
 *
 * @throws the engine's error for an unreachable host; an Error for one that does not switch to a WebSocket
 */
async function dialSocket (url: string, signal: AbortSignal): Promise<EngineSocket> {
  const response: UpgradedResponse = await fetch(url, { headers: { Upgrade: 'websocket' }, signal })

  if (response.status !== SWITCHING_PROTOCOLS || response.webSocket == null) {
    await response.body?.cancel()
    throw new Error(`the host did not open a WebSocket: status ${response.status}`)
  }

  response.webSocket.binaryType = 'arraybuffer'
  return response.webSocket
}
