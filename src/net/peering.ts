import type { PeerAddresses } from './peer-addresses.ts'

/** Changes to the peers of the configuration. */
export interface PeeringChanges {
  /** peers that were added, or got other addresses */
  added: PeerAddresses[]
  /** IDs of peers that were removed */
  removed: string[]
}

/**
 * The peers that a connection is kept to: those of `Peering.Peers` when the node starts, and what is added and removed since
 * (boxo `peering`). Whoever makes connections follows it.
 */
export class Peering {
  readonly #peers = new Map<string, readonly string[]>()
  readonly #watchers = new Set<(id: string) => void>()
  readonly #added = new Set<string>()
  readonly #removed = new Set<string>()

  /** @param peers - of the configuration */
  constructor (peers: readonly PeerAddresses[] = []) {
    peers.forEach(({ ID, Addrs }) => { this.#peers.set(ID, [...Addrs]) })
  }

  /** The addresses of a peer that is there already are replaced. */
  add ({ ID, Addrs }: PeerAddresses): void {
    this.#peers.set(ID, [...Addrs])
    this.#added.add(ID)
    this.#removed.delete(ID)
    this.#watchers.forEach((changed) => { changed(ID) })
  }

  /** Does nothing for a peer that is not there. */
  remove (id: string): void {
    if (this.#peers.delete(id)) {
      this.#added.delete(id)
      this.#removed.add(id)
      this.#watchers.forEach((changed) => { changed(id) })
    }
  }

  /** @param changed - called with the ID of a peer that was added, changed or removed. @returns ends it */
  watch (changed: (id: string) => void): () => void {
    this.#watchers.add(changed)
    return () => { this.#watchers.delete(changed) }
  }

  /** All changes to the peers of the configuration since the node started. */
  changes (): PeeringChanges {
    return { added: this.list().filter(({ ID }) => this.#added.has(ID)), removed: [...this.#removed] }
  }

  list (): PeerAddresses[] {
    return [...this.#peers].map(([ID, Addrs]) => ({ ID, Addrs: [...Addrs] }))
  }
}
