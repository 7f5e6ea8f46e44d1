import { RecentMap } from '../../src/bytes/recent-map.ts'

/** Clients that are remembered. A forgotten client begins with a full bucket. */
const MAX_CLIENTS = 10_000

/** A rate of requests, in tokens. Most requests cost one (`costs.ts`). */
export interface BucketRate {
  /** tokens per second */
  rate: number
  /** tokens of a full bucket */
  burst: number
}

interface Bucket {
  /** negative after a request that turned out to be expensive */
  tokens: number
  atMs: number
}

/** A token bucket for each client, in memory. */
export class TokenBuckets {
  readonly #rate: BucketRate
  readonly #now: () => number
  readonly #buckets = new RecentMap<string, Bucket>({ max: MAX_CLIENTS })

  constructor (rate: BucketRate, now: () => number = Date.now) {
    this.#rate = rate
    this.#now = now
  }

  /**
   * Takes tokens of a client.
   *
   * @param cost - at most a full bucket counts
   * @returns undefined if it had them, otherwise the time until it has them, in whole seconds
   */
  take (client: string, cost: number): number | undefined {
    const bucket = this.#refilled(client)
    const missing = Math.min(cost, this.#rate.burst) - bucket.tokens

    if (missing > 0) {
      return Math.max(1, Math.ceil(missing / this.#rate.rate))
    }

    bucket.tokens -= cost
    return undefined
  }

  /**
   * Charges a client for a request that was admitted. The debt is at most a full bucket.
   *
   * @param cost - may be negative, to give tokens back
   */
  charge (client: string, cost: number): void {
    const { burst } = this.#rate
    const bucket = this.#refilled(client)
    bucket.tokens = Math.max(-burst, Math.min(burst, bucket.tokens - cost))
  }

  #refilled (client: string): Bucket {
    const { rate, burst } = this.#rate
    const nowMs = this.#now()
    const bucket = this.#buckets.getOrMake(client, () => ({ tokens: burst, atMs: nowMs }))
    const passedMs = Math.max(0, nowMs - bucket.atMs)
    bucket.tokens = Math.min(burst, bucket.tokens + (passedMs / 1000) * rate)
    bucket.atMs = nowMs
    return bucket
  }
}
