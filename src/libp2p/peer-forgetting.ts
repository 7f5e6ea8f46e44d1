import type { Libp2pEvents, PeerId, PeerStore, Startable, TypedEventTarget } from '@libp2p/interface'

/** The parts of libp2p that it uses. */
export interface PeerForgettingParts {
  events: TypedEventTarget<Libp2pEvents>
  peerStore: Pick<PeerStore, 'delete'>
  connectionManager: { getConnections: (peer: PeerId) => unknown[] }
}

/** What libp2p has learned of a peer it keeps in memory for good: of those who have gone the last ones are remembered, or a crowd that comes under ever new names would fill it. */
export class PeerForgetting implements Startable {
  readonly #parts: PeerForgettingParts
  readonly #maxRemembered: number
  /** the one that has gone first is the first */
  readonly #gone = new Map<string, PeerId>()

  /** @param maxRemembered - peers that have gone */
  constructor (parts: PeerForgettingParts, maxRemembered: number) {
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
        // what cannot be forgotten is remembered
        this.#parts.peerStore.delete(peer).catch(() => {})
      }
    }
  }
}
