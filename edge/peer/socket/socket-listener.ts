import type { Listener, ListenerEvents, Upgrader } from '@libp2p/interface'
import type { Multiaddr } from '@multiformats/multiaddr'
import { multiaddr } from '@multiformats/multiaddr'
import { TypedEventEmitter } from 'main-event'
import type { EngineSocket } from '../../engine/engine-socket.ts'
import type { PeerDoor, PeerTaker } from '../door/peer-door.ts'
import { peerAddress } from './peer-address.ts'
import type { SocketConnection } from './socket-connection.ts'

/** Placeholder port: that of a peer is unknown, and it cannot be dialed. */
const NO_PORT = 0

export interface SocketListenerInit {
  door: PeerDoor
  upgrader: Upgrader
  /** creates a libp2p connection for an inbound WebSocket */
  connection: (socket: EngineSocket, from: Multiaddr) => SocketConnection
  /** called with an address at which peers have reached this node, so it is known to be reachable */
  reached: (address: Multiaddr) => void
  /** called with the reason of a failed connection */
  failed: (err: Error) => void
}

/** Listens at the host of a deployment, for the connections that the door accepts. */
export class SocketListener extends TypedEventEmitter<ListenerEvents> implements Listener, PeerTaker {
  readonly #init: SocketListenerInit
  readonly #closing = new AbortController()
  readonly #open = new Set<SocketConnection>()

  constructor (init: SocketListenerInit) {
    super()
    this.#init = init
  }

  async listen (): Promise<void> {
    this.#init.door.taker = this
    this.moved()
  }

  getAddrs (): Multiaddr[] {
    const address = peerAddress(this.#init.door.origin ?? '')
    return address == null ? [] : [multiaddr(address)]
  }

  updateAnnounceAddrs (): void {
    // The addresses need no update.
  }

  moved (): void {
    this.getAddrs().forEach((address) => {
      this.#init.reached(address)
    })
    this.safeDispatchEvent('listening')
  }

  async take (socket: EngineSocket, from: string): Promise<void> {
    const connection = this.#init.connection(
      socket,
      multiaddr(`/${from.includes(':') ? 'ip6' : 'ip4'}/${from}/tcp/${NO_PORT}/ws`)
    )
    this.#open.add(connection)
    connection.addEventListener('close', () => {
      this.#open.delete(connection)
    })

    try {
      await this.#init.upgrader.upgradeInbound(connection, { signal: this.#closing.signal })
    } catch (err) {
      this.#init.failed(err as Error)
      connection.abort(err as Error)
    }
  }

  async close (): Promise<void> {
    this.#init.door.taker = undefined
    this.#closing.abort()
    this.#open.forEach((connection) => {
      connection.abort(new Error('the node no longer accepts connections'))
    })
    this.safeDispatchEvent('close')
  }
}
