import type { Libp2pEvents, PeerId, PeerStore, Startable, TypedEventTarget } from '@libp2p/interface'

/** The parts of libp2p that it uses. */
export interface PeerStoreEvictionParts {
  events: TypedEventTarget<Libp2pEvents>
  peerStore: Pick<PeerStore, 'delete'>
  connectionManager: { getConnections: (peer: PeerId) => unknown[] }
}

/**
 * Evicts disconnected peers from libp2p's peer store, which otherwise keeps them forever, so that peers with ever new
 * IDs cannot fill the memory.
 */
export class PeerStoreEviction implements Startable {
  readonly #parts: PeerStoreEvictionParts
  readonly #maxRemembered: number
  /** disconnected peers, in the order of their disconnection */
  readonly #gone = new Map<string, PeerId>()

  /**
   * Creates the service.
   *
   * @param maxRemembered - number of disconnected peers to keep
   */
  constructor (parts: PeerStoreEvictionParts, maxRemembered: number) {
    this.#parts = parts
    this.#maxRemembered = maxRemembered
  }

  start (): void {
    this.#parts.events.addEventListener('peer:disconnect', this.#left)
  }

  stop (): void {
    this.#parts.events.removeEventListener('peer:disconnect', this.#left)
  }

  readonly #left = ({ detail }: CustomEvent<PeerId>): void => {
    const name = detail.toString()
    this.#gone.delete(name)
    this.#gone.set(name, detail)

    for (const [first, peer] of this.#gone) {
      if (this.#gone.size <= this.#maxRemembered) {
        break
      }

      this.#gone.delete(first)

      if (this.#parts.connectionManager.getConnections(peer).length === 0) {
        // A peer that cannot be deleted stays.
        this.#parts.peerStore.delete(peer).catch(() => {})
      }
    }
  }
}
