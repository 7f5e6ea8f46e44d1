import type { Listener, ListenerEvents, Upgrader } from '@libp2p/interface'
import type { Multiaddr } from '@multiformats/multiaddr'
import { multiaddr } from '@multiformats/multiaddr'
import { TypedEventEmitter } from 'main-event'
import type { EngineSocket } from './engine-socket.ts'
import { peerAddress } from './peer-address.ts'
import type { PeerDoor, PeerTaker } from './peer-door.ts'
import type { SocketConnection } from './socket-connection.ts'

/** No port is known of a peer, and none that it could be called at. */
const NO_PORT = 0

export interface SocketListenerInit {
  door: PeerDoor
  upgrader: Upgrader
  /** makes a connection of libp2p of one that has come */
  connection: (socket: EngineSocket, from: Multiaddr) => SocketConnection
  /** others have reached this node there: no doubt whether they can */
  reached: (address: Multiaddr) => void
  /** why a connection came to nothing */
  failed: (err: Error) => void
}

/** Listens at the host of a deployment: its connections are those that the door accepts. */
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
    // nothing of an address is known here only
  }

  moved (): void {
    this.getAddrs().forEach((address) => { this.#init.reached(address) })
    this.safeDispatchEvent('listening')
  }

  async take (socket: EngineSocket, from: string): Promise<void> {
    const connection = this.#init.connection(socket, multiaddr(`/${from.includes(':') ? 'ip6' : 'ip4'}/${from}/tcp/${NO_PORT}/ws`))
    this.#open.add(connection)
    connection.addEventListener('close', () => { this.#open.delete(connection) })

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
    this.#open.forEach((connection) => { connection.abort(new Error('the node takes no connections any more')) })
    this.safeDispatchEvent('close')
  }
}
