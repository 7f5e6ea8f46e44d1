import type { Env, SharedLimit } from '../engine/edge-types.ts'
import type { Client } from './client.ts'
import { EXTRA_COSTS } from './costs.ts'
import type { AnsweredBy } from './costs.ts'
import { parseLimits } from './limit-settings.ts'
import type { LimitSettings } from './limit-settings.ts'
import { TokenBuckets } from './token-buckets.ts'

/** The period of the binding in wrangler.jsonc. */
const SHARED_PERIOD_S = 60

/**
 * Limits the requests of each client. Token buckets in the memory of a worker decide at once. Requests for which the
 * cache has no answer are also counted in the whole data center, if the deployment has the binding: a data center runs
 * many workers.
 */
export class ClientLimits {
  readonly #buckets: Record<Client['limit'], TokenBuckets | undefined>

  constructor ({ address, token }: LimitSettings, now?: () => number) {
    this.#buckets = {
      address: address == null ? undefined : new TokenBuckets(address, now),
      token: token == null ? undefined : new TokenBuckets(token, now)
    }
  }

  /** Returns undefined for an admitted request, otherwise the seconds until the client may ask again. */
  take (client: Client | undefined, cost: number): number | undefined {
    return client == null ? undefined : this.#buckets[client.limit]?.take(client.key, cost)
  }

  /** Charges an admitted gateway request by the part of the edge that answered it. */
  chargeAnswer (client: Client | undefined, by: AnsweredBy): void {
    if (client != null) {
      this.#buckets[client.limit]?.charge(client.key, EXTRA_COSTS[by])
    }
  }

  /**
   * Counts a request that the cache has not answered, in the whole data center.
   *
   * @returns like `take`
   */
  async takeShared (client: Client | undefined, shared: SharedLimit | undefined): Promise<number | undefined> {
    if (client == null || shared == null || this.#buckets[client.limit] == null) {
      return undefined
    }

    // A failure of the counter must not end the answer.
    const { success } = await shared.limit({ key: client.key }).catch(() => ({ success: true }))
    return success ? undefined : SHARED_PERIOD_S
  }
}

let current: { text: string | undefined; limits: ClientLimits } | undefined

/**
 * Returns the limits of the deployment, one object for all requests of a worker.
 *
 * @throws an Error for the deployer if `LIMITS` is invalid
 */
export function clientLimits ({ LIMITS: text }: Env): ClientLimits {
  if (current == null || current.text !== text) {
    current = { text, limits: new ClientLimits(parseLimits(text)) }
  }

  return current.limits
}
