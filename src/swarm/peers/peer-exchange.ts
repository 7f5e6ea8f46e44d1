import type { CID } from 'multiformats/cid'
import { settledWithin } from '../../async/promises/settled-within.ts'
import { ArrivalWaiters } from '../../blocks/exchange/arrival-waiters.ts'
import { ExchangeCounts } from '../../blocks/exchange/exchange-counts.ts'
import type { ExchangeSession, WantOptions } from '../../blocks/exchange/exchange-session.ts'
import type { ExchangeLedger, ExchangeStat } from '../../blocks/exchange/exchange-stat.ts'
import type { Exchange } from '../../blocks/exchange/exchange.ts'
import { NOTHING_ASKED } from '../../blocks/exchange/retrieval-report.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { NoPageError } from '../../webrtc/webrtc-errors.ts'
import type { LazySwarm } from '../lazy-swarm.ts'
import { ProviderSearch } from './provider-search.ts'
import type { ProviderSearchInit } from './provider-search.ts'

/** Time that peers have to send a block over bitswap before the other source is asked. */
const OTHER_AFTER_MS = 1000

export interface PeerExchangeOptions {
  /** Finds providers if connected peers do not have a block; default no search. */
  findProviders?: ProviderSearchInit['findProviders']
  /**
   * Creates another source, which is asked for blocks that peers do not send, and waits for those that it does not
   * have; default none. Called when it is first asked.
   */
  otherSource?: (swarm: LazySwarm) => ExchangeSession['get']
}

/** The exchange with peers. Starts the swarm for the first wanted block. */
export class PeerExchange implements Exchange {
  readonly #swarm: LazySwarm
  readonly #arrivals = new ArrivalWaiters()
  readonly #otherSource: PeerExchangeOptions['otherSource']
  #other: ExchangeSession['get'] | undefined
  readonly #findProviders: PeerExchangeOptions['findProviders']

  constructor (swarm: LazySwarm, { findProviders, otherSource }: PeerExchangeOptions = {}) {
    this.#swarm = swarm
    this.#otherSource = otherSource
    this.#findProviders = findProviders
  }

  /** Creates a session; undefined if the configuration disables the network. */
  session (): ExchangeSession | undefined {
    if (this.#swarm.isOff) {
      return undefined
    }

    let session: ExchangeSession | undefined
    const search = this.#search()

    const getByBitswap = async (cid: CID, options: WantOptions): Promise<Uint8Array> => {
      session ??= this.#swarm.opened?.exchange.session()
      return await (session == null
        ? this.#first(cid, options, (opened) => session ??= opened)
        : session.get(cid, options))
    }

    const get = this.#otherSource == null ? getByBitswap : this.#withOther(getByBitswap, this.#otherSource)

    return {
      get: async (cid, options) =>
        search == null ? await get(cid, options) : await searchWhileWanted(search, cid, options, get),
      about: (root) => {
        search?.about(root)
      },

      report: () => {
        const { sources, ...report } = session?.report?.() ?? NOTHING_ASKED
        return { ...report, sources: [...search?.sources ?? [], ...sources] }
      }
    }
  }

  /**
   * Returns a getter that also asks the other source, once the first has been late. After a block of the other source,
   * the next is asked of both at once.
   */
  #withOther (
    first: ExchangeSession['get'],
    makeOther: NonNullable<PeerExchangeOptions['otherSource']>
  ): ExchangeSession['get'] {
    let hasSent = false

    return async (cid, options) => {
      const ending = new AbortController()
      const leave = (): void => {
        ending.abort(options.signal.reason)
      }
      options.signal.addEventListener('abort', leave, { once: true })
      const wanted = first(cid, { ...options, signal: ending.signal })

      try {
        if (await settledWithin(wanted, hasSent ? 0 : OTHER_AFTER_MS) !== 'late') {
          return await wanted
        }

        const other = this.#other ??= makeOther(this.#swarm)
        const getByOther: ExchangeSession['get'] = async (...want) => {
          const bytes = await other(...want)
          hasSent = true
          return bytes
        }

        return await raceWants([async () => await wanted, getByOther], cid, options).finally(() => {
          ending.abort(new DOMException('the block has arrived', 'AbortError'))
        })
      } finally {
        options.signal.removeEventListener('abort', leave)
      }
    }
  }

  #search (): ProviderSearch | undefined {
    return this.#findProviders == null ? undefined : new ProviderSearch({
      findProviders: this.#findProviders,

      connect: async (peer, options) => {
        const swarm = await this.#swarm.get(options.signal)
        const [dialled] = await Promise.allSettled([swarm.connect(peer, options)])

        if (swarm.connections().some((connection) => connection.peer === peer.ID && !connection.isLimited)) {
          return
        }

        // More helpful than the errors of the other addresses.
        if (swarm.needsPage(peer.Addrs)) {
          throw new NoPageError()
        }

        throw dialled.status === 'rejected'
          ? dialled.reason
          : new Error('only connected through a relay, which carries no blocks')
      }
    })
  }

  notify (blocks: readonly Block[]): void {
    this.#arrivals.deliver(blocks)
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

  /**
   * Fetches the first block while the swarm starts. Also waits for the block to arrive in the store, because the
   * exchange that would be notified of it does not exist yet.
   */
  async #first (
    cid: CID,
    options: WantOptions,
    use: (session: ExchangeSession | undefined) => ExchangeSession | undefined
  ): Promise<Uint8Array> {
    const fromPeers = async (cid: CID, options: WantOptions): Promise<Uint8Array> => {
      const swarm = await this.#swarm.get(options.signal)
      const session = use(swarm.exchange.session())
      return await session!.get(cid, options)
    }

    return await raceWants(
      [
        fromPeers,
        async (cid, { signal }) => await this.#arrivals.wait(cid, signal)
      ],
      cid,
      options
    )
  }
}

/** Wants a block in several ways. The first outcome cancels the others. */
async function raceWants (
  ways: ReadonlyArray<ExchangeSession['get']>,
  cid: CID,
  options: WantOptions
): Promise<Uint8Array> {
  const ending = new AbortController()
  const signal = AbortSignal.any([options.signal, ending.signal])

  try {
    return await Promise.race(ways.map(async (get) => await get(cid, { ...options, signal })))
  } finally {
    ending.abort(new DOMException('the block has arrived, or is no longer wanted', 'AbortError'))
  }
}

/** Searches for providers as long as the block is pending. */
async function searchWhileWanted (
  search: ProviderSearch,
  cid: CID,
  options: WantOptions,
  get: (cid: CID, options: WantOptions) => Promise<Uint8Array>
): Promise<Uint8Array> {
  const end = search.wanted(cid)

  try {
    return await get(cid, options)
  } finally {
    end()
  }
}
