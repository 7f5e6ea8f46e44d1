/** Limits of the dials that others may request. */
export interface DialLimits {
  /** for all peers; 0 for no limit (go-libp2p `autonat.WithThrottling`) */
  all: number
  /** for one peer; 0 for none */
  ofPeer: number
  /** length of the interval */
  intervalMs: number
}

/** go-libp2p `p2p/host/autonat/options.go` */
export const DEFAULT_DIAL_LIMITS: DialLimits = { all: 30, ofPeer: 3, intervalMs: 60_000 }

/**
 * Random part by which an interval is longer, so that its end cannot be predicted (go-libp2p `throttleResetJitter`).
 */
const JITTER = 1 / 4

/** Rate limiter for dials that others request. */
export class DialThrottle {
  readonly #limits: DialLimits
  readonly #now: () => number
  readonly #ofPeers = new Map<string, number>()
  #all = 0
  #endsAt = 0

  constructor (limits: DialLimits, now: () => number = Date.now) {
    this.#limits = limits
    this.#now = now
  }

  /**
   * Counts a dial for a peer.
   *
   * @returns whether it is allowed
   */
  take (peer: string): boolean {
    const { all, ofPeer, intervalMs } = this.#limits
    const now = this.#now()

    if (now >= this.#endsAt) {
      this.#ofPeers.clear()
      this.#all = 0
      this.#endsAt = now + intervalMs * (1 + Math.random() * JITTER)
    }

    const count = this.#ofPeers.get(peer) ?? 0

    if (count >= ofPeer || (all > 0 && this.#all >= all)) {
      return false
    }

    this.#ofPeers.set(peer, count + 1)
    this.#all++
    return true
  }
}
