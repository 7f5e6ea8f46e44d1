/**
 * Peers of one address owner share one vote. A majority of this size decides, and this many votes are collected
 * (go-libp2p `p2p/host/basic/addrs_reachability_tracker.go`).
 */
const MIN_CONFIDENCE = 2
const TARGET_CONFIDENCE = 3

/** Ages after which a vote is requested again, and after which it no longer counts. */
const FRESH_MS = 3_600_000
const KEEP_MS = 5 * FRESH_MS

/** Largest number of votes for one address. */
const MAX_VOTES = 5

interface Vote {
  reached: boolean
  atMs: number
}

export type AddressState = 'reachable' | 'unreachable' | 'unknown'

/** The votes of peers about one address of this node. */
export class AddressVotes {
  /** votes by the address group of the peer, oldest first */
  readonly #votes = new Map<string, Vote>()
  readonly #now: () => number

  constructor (now: () => number = Date.now) {
    this.#now = now
  }

  add (group: string, reached: boolean): void {
    this.#votes.delete(group)
    this.#votes.set(group, { reached, atMs: this.#now() })
    const [oldest] = this.#votes.keys()

    if (this.#votes.size > MAX_VOTES) {
      this.#votes.delete(oldest)
    }
  }

  /** Returns whether a peer of this group has voted recently. */
  hasHeard (group: string): boolean {
    const vote = this.#votes.get(group)
    return vote != null && this.#now() - vote.atMs < FRESH_MS
  }

  /** Number of votes that should be requested now. */
  get missing (): number {
    const fresh = [...this.#votes].filter(([group]) => this.hasHeard(group)).map(([, vote]) => vote)
    return Math.max(0, TARGET_CONFIDENCE - Math.abs(voteDifference(fresh)))
  }

  get state (): AddressState {
    const confidence = voteDifference([...this.#votes.values()].filter(({ atMs }) => this.#now() - atMs < KEEP_MS))

    if (Math.abs(confidence) < MIN_CONFIDENCE) {
      return 'unknown'
    }

    return confidence > 0 ? 'reachable' : 'unreachable'
  }
}

function voteDifference (votes: readonly Vote[]): number {
  return votes.reduce((sum, { reached }) => sum + (reached ? 1 : -1), 0)
}
