/** Peers of one owner of addresses have one vote; so many more of one kind than of the other decide, and so many are asked for (go-libp2p `p2p/host/basic/addrs_reachability_tracker.go`). */
const MIN_CONFIDENCE = 2
const TARGET_CONFIDENCE = 3

/** A vote is asked for anew after the one, and counts no more after the other. */
const FRESH_MS = 3_600_000
const KEEP_MS = 5 * FRESH_MS

/** Votes that one address has at most. */
const MAX_VOTES = 5

interface Vote {
  reached: boolean
  atMs: number
}

export type AddressState = 'reachable' | 'unreachable' | 'unknown'

/** What peers have said of one address of this node. */
export class AddressVotes {
  /** by the group of their addresses, the oldest first */
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

  /** Whether peers of this group have said lately what they know. */
  hasHeard (group: string): boolean {
    const vote = this.#votes.get(group)
    return vote != null && this.#now() - vote.atMs < FRESH_MS
  }

  /** How many more are to be asked now. */
  get missing (): number {
    const fresh = [...this.#votes].filter(([group]) => this.hasHeard(group)).map(([, vote]) => vote)
    return Math.max(0, TARGET_CONFIDENCE - Math.abs(difference(fresh)))
  }

  get state (): AddressState {
    const confidence = difference([...this.#votes.values()].filter(({ atMs }) => this.#now() - atMs < KEEP_MS))
    return confidence >= MIN_CONFIDENCE ? 'reachable' : confidence <= -MIN_CONFIDENCE ? 'unreachable' : 'unknown'
  }
}

function difference (votes: readonly Vote[]): number {
  return votes.reduce((sum, { reached }) => sum + (reached ? 1 : -1), 0)
}
