import type { PeerAddresses } from './addresses/peer-addresses.ts'

/** Changes to the configured peers. */
export interface PeeringChanges {
  /** Peers that were added, or have changed addresses. */
  added: PeerAddresses[]
  /** IDs of peers that were removed. */
  removed: string[]
}

/**
 * The peering peers, to which the node stays connected (boxo `peering`): those of `Peering.Peers` at the start of the
 * node, with later additions and removals.
 */
export class Peering {
  readonly #peers = new Map<string, readonly string[]>()
  readonly #watchers = new Set<(id: string) => void>()
  readonly #added = new Set<string>()
  readonly #removed = new Set<string>()

  /**
   * Creates the list.
   *
   * @param peers - the configured ones
   */
  constructor (peers: readonly PeerAddresses[] = []) {
    peers.forEach(({ ID, Addrs }) => {
      this.#peers.set(ID, [...Addrs])
    })
  }

  /** Adds a peer, or replaces its addresses. */
  add ({ ID, Addrs }: PeerAddresses): void {
    this.#peers.set(ID, [...Addrs])
    this.#added.add(ID)
    this.#removed.delete(ID)
    this.#watchers.forEach((changed) => {
      changed(ID)
    })
  }

  /** Removes a peer, if it exists. */
  remove (id: string): void {
    if (this.#peers.delete(id)) {
      this.#added.delete(id)
      this.#removed.add(id)
      this.#watchers.forEach((changed) => {
        changed(id)
      })
    }
  }

  /**
   * Adds a listener.
   *
   * @param changed - called with the ID of a peer that was added, changed or removed
   * @returns a function that removes it
   */
  watch (changed: (id: string) => void): () => void {
    this.#watchers.add(changed)
    return () => {
      this.#watchers.delete(changed)
    }
  }

  /** Returns all changes to the configured peers since the start of the node. */
  changes (): PeeringChanges {
    return { added: this.list().filter(({ ID }) => this.#added.has(ID)), removed: [...this.#removed] }
  }

  list (): PeerAddresses[] {
    return [...this.#peers].map(([ID, Addrs]) => ({ ID, Addrs: [...Addrs] }))
  }
}
