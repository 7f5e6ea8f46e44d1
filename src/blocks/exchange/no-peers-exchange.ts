import type { Block } from '../../store/blockstore/blockstore.ts'
import { ArrivalWaiters } from './arrival-waiters.ts'
import { ExchangeCounts } from './exchange-counts.ts'
import type { ExchangeSession } from './exchange-session.ts'
import type { ExchangeLedger, ExchangeStat } from './exchange-stat.ts'
import type { Exchange } from './exchange.ts'

/**
 * The exchange of a node that is online without any source. A wanted block can only arrive by a later `add` or
 * `block/put`, which resolves the waiting requests, as in Kubo's block service.
 */
export class NoPeersExchange implements Exchange {
  readonly #counts = new ExchangeCounts()
  readonly #arrivals = new ArrivalWaiters()

  session (): ExchangeSession {
    return { get: async (cid, { signal }) => await this.#arrivals.wait(cid, signal) }
  }

  notify (blocks: readonly Block[]): void {
    this.#arrivals.deliver(blocks)
  }

  /** No peer is asked for any block. */
  stat (): ExchangeStat {
    return this.#counts.stat()
  }

  ledger (peer: string): ExchangeLedger {
    return this.#counts.ledger(peer)
  }

  wantsOf (): undefined {
    return undefined
  }
}
