import type { PeerAddresses } from './peer-addresses.ts'

/**
 * The peers that a connection is kept to: those of `Peering.Peers` when the node starts, and what is added and removed since,
 * which is not kept (boxo `peering`). Whoever makes connections follows it.
 */
export class Peering {
  readonly #peers = new Map<string, readonly string[]>()

  /** @param peers - of the configuration */
  constructor (peers: readonly PeerAddresses[] = []) {
    peers.forEach((peer) => { this.add(peer) })
  }

  /** The addresses of a peer that is there already are replaced. */
  add ({ ID, Addrs }: PeerAddresses): void {
    this.#peers.set(ID, [...Addrs])
  }

  /** Does nothing for a peer that is not there. */
  remove (id: string): void {
    this.#peers.delete(id)
  }

  list (): PeerAddresses[] {
    return [...this.#peers].map(([ID, Addrs]) => ({ ID, Addrs: [...Addrs] }))
  }
}
