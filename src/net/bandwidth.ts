import { RecentMap } from '../bytes/recent-map.ts'

/** Network traffic in bytes, and in bytes per second (go-libp2p `core/metrics.Stats`). */
export interface BandwidthStats {
  TotalIn: number
  TotalOut: number
  RateIn: number
  RateOut: number
}

/** The time constant of a rate in seconds: after this time without traffic, about a third is left. */
const RATE_WINDOW_S = 5

/**
 * The maximum number of peers, and of protocols, with counters, because unknown peers appear with ever new IDs. Kubo
 * drops the counters of inactive ones.
 */
const MAX_NAMES = 1024

/** Counts the traffic of connections in total, by peer and by protocol. */
export class Bandwidth {
  readonly #now: () => number
  readonly #total: Meters
  readonly #peers = new RecentMap<string, Meters>({ max: MAX_NAMES })
  readonly #protocols = new RecentMap<string, Meters>({ max: MAX_NAMES })

  /**
   * Creates the counters.
   *
   * @param now - clock in milliseconds
   */
  constructor (now: () => number = () => performance.now()) {
    this.#now = now
    this.#total = new Meters(now)
  }

  received (bytes: number, peer: string, protocol: string): void {
    this.#meters(peer, protocol).forEach((meters) => {
      meters.in.add(bytes)
    })
  }

  sent (bytes: number, peer: string, protocol: string): void {
    this.#meters(peer, protocol).forEach((meters) => {
      meters.out.add(bytes)
    })
  }

  totals (): BandwidthStats {
    return this.#total.stats()
  }

  /** Returns the traffic of a peer; zeros for an unknown one. */
  ofPeer (id: string): BandwidthStats {
    return (this.#peers.peek(id) ?? new Meters(this.#now)).stats()
  }

  ofProtocol (name: string): BandwidthStats {
    return (this.#protocols.peek(name) ?? new Meters(this.#now)).stats()
  }

  #meters (peer: string, protocol: string): Meters[] {
    return [this.#total, this.#of(this.#peers, peer), this.#of(this.#protocols, protocol)]
  }

  #of (all: RecentMap<string, Meters>, name: string): Meters {
    return all.getOrMake(name, () => new Meters(this.#now))
  }
}

class Meters {
  readonly in: Meter
  readonly out: Meter

  constructor (now: () => number) {
    this.in = new Meter(now)
    this.out = new Meter(now)
  }

  stats (): BandwidthStats {
    return { TotalIn: this.in.total, TotalOut: this.out.total, RateIn: this.in.rate, RateOut: this.out.rate }
  }
}

/** A counter with an exponentially decaying rate. */
class Meter {
  total = 0
  readonly #now: () => number
  #rate = 0
  #at: number

  constructor (now: () => number) {
    this.#now = now
    this.#at = now()
  }

  add (count: number): void {
    this.total += count
    this.#rate = this.rate + count / RATE_WINDOW_S
    this.#at = this.#now()
  }

  /** The rate per second. */
  get rate (): number {
    return this.#rate * Math.exp((this.#at - this.#now()) / 1000 / RATE_WINDOW_S)
  }
}
