import type { CID } from 'multiformats/cid'
import type { Exchange } from '../blocks/exchange.ts'
import type { ExchangeLedger, ExchangeStat } from '../blocks/exchange-stat.ts'
import type { ExchangeSession, WantOptions } from '../blocks/exchange-session.ts'
import { ExchangeCounts } from '../blocks/exchange-counts.ts'
import { Arrivals } from '../blocks/arrivals.ts'
import type { Block } from '../store/blockstore.ts'
import type { LazySwarm } from './lazy-swarm.ts'
import { NOTHING_ASKED } from '../blocks/retrieval-report.ts'

/** The exchange with peers of a swarm that may not run yet: the first block that is wanted starts it. */
export class PeerExchange implements Exchange {
  readonly #swarm: LazySwarm
  readonly #arrivals = new Arrivals()

  constructor (swarm: LazySwarm) {
    this.#swarm = swarm
  }

  session (): ExchangeSession {
    let session: ExchangeSession | undefined

    return {
      get: async (cid, options) => {
        session ??= this.#swarm.opened?.exchange.session()
        return await (session == null ? this.#first(cid, options, (opened) => session ??= opened) : session.get(cid, options))
      },
      report: () => session?.report?.() ?? NOTHING_ASKED
    }
  }

  notify (blocks: readonly Block[]): void {
    this.#arrivals.tell(blocks)
    this.#swarm.opened?.exchange.notify(blocks)
  }

  stat (): ExchangeStat {
    return this.#swarm.opened?.exchange.stat() ?? new ExchangeCounts().stat()
  }

  ledger (peer: string): ExchangeLedger {
    return this.#swarm.opened?.exchange.ledger(peer) ?? new ExchangeCounts().ledger(peer)
  }

  wantsOf (peer: string): CID[] | undefined {
    return this.#swarm.opened?.exchange.wantsOf(peer)
  }

  /** While the swarm starts, a block may come into the store, of which the exchange that is not there yet hears nothing. */
  async #first (cid: CID, options: WantOptions, use: (session: ExchangeSession | undefined) => ExchangeSession | undefined): Promise<Uint8Array> {
    const ending = new AbortController()
    const signal = AbortSignal.any([options.signal, ending.signal])

    const fromPeers = async (): Promise<Uint8Array> => {
      const swarm = await this.#swarm.get(signal)
      const session = use(swarm.exchange.session())
      return await session!.get(cid, { ...options, signal })
    }

    try {
      return await Promise.race([fromPeers(), this.#arrivals.wait(cid, signal)])
    } finally {
      ending.abort(new DOMException('the block has come, or is not wanted any more', 'AbortError'))
    }
  }
}
