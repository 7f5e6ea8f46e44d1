import type { CID } from 'multiformats/cid'
import { Slots } from '../async/slots.ts'
import { RecentMap } from '../bytes/recent-map.ts'
import { Arrivals } from '../blocks/arrivals.ts'
import type { Exchange, SessionOptions } from '../blocks/exchange.ts'
import { ExchangeCounts } from '../blocks/exchange-counts.ts'
import type { ExchangeLedger, ExchangeStat } from '../blocks/exchange-stat.ts'
import type { ExchangeSession } from '../blocks/exchange-session.ts'
import type { ConfigStore } from '../config/config-store.ts'
import type { Block } from '../store/blockstore.ts'
import { HttpSession } from './http-session.ts'
import { HttpSource } from './http-source.ts'
import { ProviderMemory } from './provider-memory.ts'
import { retrievalSettings } from './retrieval-settings.ts'
import type { Want } from './want.ts'

/** Sources that are remembered, with how quick and how busy they are. */
const MAX_SOURCES = 256

/** Of what may be asked at once, so much goes to one source at most: one that is silent must not hold all. */
const SHARE_OF_ONE = 0.75

export interface HttpExchangeInit {
  config: ConfigStore
  /** whether `auto`, and what is not set, stands for what the network's operators recommend */
  auto: boolean
  /**
   * Whether a block that nobody has is waited for, as an online node of Kubo does. Where it is not, that is an error as soon as all
   * who could be asked have failed, and a request for which there is nobody to ask is offline.
   */
  waits: boolean
  /** names the node to routers; left out in a browser, see `OpenUrlOptions` */
  userAgent?: () => string
}

/**
 * Blocks from trustless HTTP gateways (specs.ipfs.tech/http-gateways/trustless-gateway), found by delegated routers
 * (specs.ipfs.tech/routing/http-routing-v1) or named in the configuration; what Kubo has in `HTTPRetrieval` (boxo
 * `bitswap/network/httpnet`). Opens nothing and asks nobody before a block is wanted.
 *
 * Not by package @helia/trustless-gateway-client and the router client of Helia: they race no sources, have no limits for
 * silence and sizes, and are several times the size of this.
 */
export class HttpExchange implements Exchange {
  readonly #init: HttpExchangeInit
  readonly #arrivals = new Arrivals()
  readonly #counts = new ExchangeCounts()
  readonly #stopping = new AbortController()
  readonly #wanted = new Set<Want>()
  readonly #sources = new RecentMap<string, HttpSource>({ max: MAX_SOURCES })
  readonly #memory = new ProviderMemory()
  #slots = new Slots(0)
  #workers = 0

  constructor (init: HttpExchangeInit) {
    this.#init = init
  }

  session ({ origins = [] }: SessionOptions = {}): ExchangeSession | undefined {
    const { config, auto, waits, userAgent } = this.#init
    const settings = retrievalSettings(config, { auto, hasOthers: origins.length > 0 })

    if (settings == null) {
      return waits ? { get: async (cid, { signal }) => await this.#arrivals.wait(cid, AbortSignal.any([signal, this.#stopping.signal])) } : undefined
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
    this.#arrivals.tell(blocks)
  }

  /** The peers are the base URLs of those that were asked. */
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

  /** What runs goes on in the old ones. */
  #setWorkers (workers: number): void {
    if (workers !== this.#workers) {
      this.#workers = workers
      this.#slots = new Slots(workers)
      this.#sources.clear()
    }
  }

  #sourceOf (url: string, role: 'provider' | 'gateway'): HttpSource {
    return this.#sources.getOrMake(`${role} ${url}`, () => new HttpSource({ url, role, slots: this.#slots, maxAtOnce: Math.ceil(this.#workers * SHARE_OF_ONE) }))
  }
}
