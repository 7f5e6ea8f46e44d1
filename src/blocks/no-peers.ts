import type { Block } from '../store/blockstore.ts'
import { Arrivals } from './arrivals.ts'
import type { Exchange } from './exchange.ts'
import { ExchangeCounts } from './exchange-counts.ts'
import type { ExchangeLedger, ExchangeStat } from './exchange-stat.ts'
import type { ExchangeSession } from './exchange-session.ts'

/**
 * The exchange of a node that is online and has nobody to ask: a wanted block can only come from this node itself,
 * by a later `add` or `block/put`, and whoever waits for it is served then, as Kubo's block service does.
 */
export class NoPeers implements Exchange {
  readonly #counts = new ExchangeCounts()
  readonly #arrivals = new Arrivals()

  session (): ExchangeSession {
    return { get: async (cid, { signal }) => await this.#arrivals.wait(cid, signal) }
  }

  notify (blocks: readonly Block[]): void {
    this.#arrivals.tell(blocks)
  }

  /** Whatever is waited for, nobody is asked for it. */
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
