import { RecentMap } from '../../bytes/recent-map.ts'

/** Peers that must have failed at an address, since a server belongs to one peer. */
const PEERS = 3

/** Time for which an address counts as refuted, after its last failure. */
const REFUTED_MS = 60_000

/** Addresses that are remembered. */
const MAX_ADDRESSES = 512

interface Failures {
  peers: Set<string>
  lastMs: number
}

/**
 * Addresses at which several peers were said to be, and none was. A server can name any number of peers that do not
 * exist, all at the address of another machine: without a limit, each client that asks it would dial that machine again
 * and again.
 */
export class RefutedAddresses {
  readonly #failures = new RecentMap<string, Failures>({ max: MAX_ADDRESSES })
  readonly #nowMs: () => number

  constructor (nowMs: () => number = Date.now) {
    this.#nowMs = nowMs
  }

  /** @param address - of a transport, without the peer. Failures at a relay are ignored: it serves many peers. */
  failed (address: string, peer: string): void {
    if (address.includes('/p2p-circuit')) {
      return
    }

    const { peers } = this.#recent(address) ?? { peers: new Set() }

    if (peers.size < PEERS) {
      peers.add(peer)
    }

    this.#failures.set(address, { peers, lastMs: this.#nowMs() })
  }

  connected (address: string): void {
    this.#failures.delete(address)
  }

  has (address: string): boolean {
    const failures = this.#recent(address)
    return failures != null && failures.peers.size >= PEERS
  }

  #recent (address: string): Failures | undefined {
    const failures = this.#failures.peek(address)
    return failures != null && this.#nowMs() - failures.lastMs < REFUTED_MS ? failures : undefined
  }
}
