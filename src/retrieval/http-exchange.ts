import type { CID } from 'multiformats/cid'
import { Slots } from '../async/locks/slots.ts'
import { ArrivalWaiters } from '../blocks/exchange/arrival-waiters.ts'
import { ExchangeCounts } from '../blocks/exchange/exchange-counts.ts'
import type { ExchangeSession } from '../blocks/exchange/exchange-session.ts'
import type { ExchangeLedger, ExchangeStat } from '../blocks/exchange/exchange-stat.ts'
import type { Exchange, SessionOptions } from '../blocks/exchange/exchange.ts'
import { RecentMap } from '../bytes/recent-map.ts'
import type { ConfigStore } from '../config/config-store.ts'
import type { Block } from '../store/blockstore/blockstore.ts'
import { HttpSession } from './gateways/http-session.ts'
import { HttpSource } from './gateways/http-source.ts'
import { ProviderCache } from './gateways/provider-cache.ts'
import type { Want } from './gateways/want.ts'
import { retrievalSettings } from './settings/retrieval-settings.ts'

/** The maximum number of sources for which latency and load are remembered. */
const MAX_SOURCES = 256

/** The maximum share of the concurrent requests for one source, so that a stalled source cannot block all others. */
const SHARE_OF_ONE = 0.75

export interface HttpExchangeInit {
  config: ConfigStore
  /** Whether `auto` and unset values mean the recommendations of the network's operators. */
  auto: boolean
  /**
   * Whether to wait for a block that no source has, as an online Kubo node does. If not, the request fails as soon as
   * all sources have failed, and is offline if there are no sources.
   */
  waits: boolean
  /** The user agent for requests to routers; omitted in a browser, see `OpenUrlOptions`. */
  userAgent?: () => string
}

/**
 * Fetches blocks from trustless HTTP gateways (specs.ipfs.tech/http-gateways/trustless-gateway), which are configured,
 * or found by delegated routers (specs.ipfs.tech/routing/http-routing-v1). Corresponds to Kubo's `HTTPRetrieval` (boxo
 * `bitswap/network/httpnet`). Sends no request before a block is wanted.
 *
 * Does not use the package @helia/trustless-gateway-client and Helia's router client: they do not race sources, have no
 * timeouts for stalls and no size limits, and are several times larger.
 */
export class HttpExchange implements Exchange {
  readonly #init: HttpExchangeInit
  readonly #arrivals = new ArrivalWaiters()
  readonly #counts = new ExchangeCounts()
  readonly #stopping = new AbortController()
  readonly #wanted = new Set<Want>()
  readonly #sources = new RecentMap<string, HttpSource>({ max: MAX_SOURCES })
  readonly #memory = new ProviderCache()
  #slots = new Slots(0)
  #workers = 0

  constructor (init: HttpExchangeInit) {
    this.#init = init
  }

  session ({ origins = [] }: SessionOptions = {}): ExchangeSession | undefined {
    const { config, auto, waits, userAgent } = this.#init
    const settings = retrievalSettings(config, { auto, hasOthers: origins.length > 0 })

    if (settings == null) {
      return waits
        ? {
          get: async (cid, { signal }) =>
            await this.#arrivals.wait(cid, AbortSignal.any([signal, this.#stopping.signal]))
        }
        : undefined
    }

    this.#setWorkers(settings.workers)

    return new HttpSession({
      settings: { ...settings, userAgent: userAgent?.() },
      origins,
      waits,
      sourceOf: (url, role) => this.#sourceOf(url, role),
      arrivals: this.#arrivals,
      counts: this.#counts,
      stopping: this.#stopping.signal,
      wanted: this.#wanted,
      memory: this.#memory
    })
  }

  notify (blocks: readonly Block[]): void {
    this.#arrivals.deliver(blocks)
  }

  /** Returns the totals. Peers are the base URLs of the asked sources. */
  stat (): ExchangeStat {
    return this.#counts.stat([...this.#wanted].map(({ cid }) => cid))
  }

  ledger (peer: string): ExchangeLedger {
    return this.#counts.ledger(peer)
  }

  wantsOf (): CID[] | undefined {
    return undefined
  }

  async stop (): Promise<void> {
    this.#stopping.abort(new DOMException('the node has stopped', 'AbortError'))
  }

  /** Sets the number of concurrent requests. Running requests keep their old slots. */
  #setWorkers (workers: number): void {
    if (workers !== this.#workers) {
      this.#workers = workers
      this.#slots = new Slots(workers)
      this.#sources.clear()
    }
  }

  #sourceOf (url: string, role: 'provider' | 'gateway'): HttpSource {
    return this.#sources.getOrMake(
      `${role} ${url}`,
      () => new HttpSource({ url, role, slots: this.#slots, maxAtOnce: Math.ceil(this.#workers * SHARE_OF_ONE) })
    )
  }
}
