/** How often others may have this node dial. */
export interface DialLimits {
  /** for all of them; 0 for no limit (go-libp2p `autonat.WithThrottling`) */
  all: number
  /** for one of them; 0 for never */
  ofPeer: number
  /** in this time */
  intervalMs: number
}

/** go-libp2p `p2p/host/autonat/options.go` */
export const DEFAULT_DIAL_LIMITS: DialLimits = { all: 30, ofPeer: 3, intervalMs: 60_000 }

/** An interval is longer by up to this part of it, so that nobody knows when it ends (go-libp2p `throttleResetJitter`). */
const JITTER = 1 / 4

/** Counts what this node dials for others. */
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

  /** Whether a peer may have it dial once more, which counts then. */
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
