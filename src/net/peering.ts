import type { PeerAddresses } from './peer-addresses.ts'

/**
 * The peers that a connection is kept to: those of `Peering.Peers` when the node starts, and what is added and removed since,
 * which is not kept (boxo `peering`). Whoever makes connections follows it.
 */
export class Peering {
  readonly #peers = new Map<string, readonly string[]>()
  readonly #watchers = new Set<(id: string) => void>()

  /** @param peers - of the configuration */
  constructor (peers: readonly PeerAddresses[] = []) {
    peers.forEach((peer) => { this.add(peer) })
  }

  /** The addresses of a peer that is there already are replaced. */
  add ({ ID, Addrs }: PeerAddresses): void {
    this.#peers.set(ID, [...Addrs])
    this.#watchers.forEach((changed) => { changed(ID) })
  }

  /** Does nothing for a peer that is not there. */
  remove (id: string): void {
    if (this.#peers.delete(id)) {
      this.#watchers.forEach((changed) => { changed(id) })
    }
  }

  /** @param changed - called with the ID of a peer that was added, changed or removed. @returns ends it */
  watch (changed: (id: string) => void): () => void {
    this.#watchers.add(changed)
    return () => { this.#watchers.delete(changed) }
  }

  list (): PeerAddresses[] {
    return [...this.#peers].map(([ID, Addrs]) => ({ ID, Addrs: [...Addrs] }))
  }
}
