import type { CID } from 'multiformats/cid'
import { Slots } from '../../async/locks/slots.ts'
import type { AskedSource } from '../../blocks/exchange/retrieval-report.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import type { HttpProvider } from '../routers/find-providers.ts'
import type { RetrievalSettings } from '../settings/retrieval-settings.ts'
import type { HttpSource } from './http-source.ts'
import { RouterState } from './router-state.ts'
import { SourceState } from './source-state.ts'

/** The maximum number of sources of a session: very popular content has more. */
const MAX_SOURCES = 64

/**
 * The number of concurrent router lookups, and the number of lookups in a row without a new source after which lookups
 * stop.
 */
const LOOKS_AT_ONCE = 4
const MAX_FRUITLESS = 8

/** The head start of providers before the reserve gateways are asked. */
const RESERVE_MS = 1000

export interface SessionSourcesInit {
  settings: RetrievalSettings
  /** Base URLs of gateways that should have the content; used if the configuration allows unknown hosts. */
  origins?: readonly string[]
  sourceOf: (url: string, role: 'provider' | 'gateway') => HttpSource
  /** Called when a new source is known, or a lookup has ended. */
  changed: () => void
  /** Returns recent providers of a content. */
  recall?: (root: CID) => HttpProvider[]
}

/** The sources that may have the blocks of one session, and the router lookups for more. */
export class SessionSources {
  readonly #settings: RetrievalSettings
  readonly #sourceOf: SessionSourcesInit['sourceOf']
  readonly #changed: () => void
  readonly #recall: (root: CID) => HttpProvider[]
  readonly #routers: RouterState[]
  readonly #records = new Map<string, SourceState>()
  readonly #looks = new Set<string>()
  /** By URL, the provider it belongs to. */
  readonly #providers = new Map<string, HttpProvider>()
  #root: CID | undefined
  readonly #slots = new Slots(LOOKS_AT_ONCE)
  #looking = 0
  #fruitless = 0
  #sinceMs: number | undefined
  #ending = new AbortController()

  constructor ({ settings, origins = [], sourceOf, changed, recall = () => [] }: SessionSourcesInit) {
    this.#settings = settings
    this.#sourceOf = sourceOf
    this.#changed = changed
    this.#recall = recall
    this.#routers = settings.routers.map((url) => new RouterState(url, settings.userAgent))
    settings.gateways.forEach(({ url, isReserve }) => {
      this.#add(url, 'gateway', isReserve)
    })
    origins.forEach((url) => {
      this.#know({ id: '', urls: [url] })
    })
  }

  /** The usable sources, best first. */
  get usable (): SourceState[] {
    return [...this.#records.values()].filter(({ isBanned }) => !isBanned).sort((a, b) => a.rank - b.rank)
  }

  get isLooking (): boolean {
    return this.#looking > 0
  }

  /** The remaining head start before the reserve is asked, in milliseconds. */
  get reserveInMs (): number {
    return this.#looking === 0 || this.#sinceMs == null
      ? 0
      : Math.max(this.#sinceMs + RESERVE_MS - performance.now(), 0)
  }

  get hasBrokenItsWord (): boolean {
    return [...this.#records.values()].some(({ hasBrokenItsWord }) => hasBrokenItsWord)
  }

  /** Sets the content that the wanted blocks belong to. */
  about (root: CID): void {
    if (this.#root?.equals(root) !== true) {
      this.#root = root
      this.#recall(root).forEach((provider) => {
        this.#know(provider)
      })
    }
  }

  /** Whether a provider of this content is known. */
  get isKnown (): boolean {
    return this.#providers.size > 0
  }

  /** Returns the provider of a URL; undefined if no router has named it. */
  providerOf (url: string): HttpProvider | undefined {
    return this.#providers.get(url)
  }

  /**
   * Starts a router lookup for the root of the content, or else for the block; each only once.
   *
   * @returns whether a lookup was started
   */
  look (cid: CID): boolean {
    return (this.#root != null && this.#lookFor(this.#root)) || this.#lookFor(cid)
  }

  #lookFor (cid: CID): boolean {
    const key = multihashKey(cid.multihash.bytes)

    if (this.#looks.has(key) || this.#fruitless >= MAX_FRUITLESS || !this.#routers.some(({ isUsable }) => isUsable)) {
      return false
    }

    this.#looks.add(key)
    this.#sinceMs ??= performance.now()
    this.#looking++

    void this.#ask(cid, this.#ending.signal).catch(() => {
      this.#looks.delete(key)
    }).then(() => {
      this.#looking--
      this.#changed()
    })

    return true
  }

  /** Cancels the lookups when no block is wanted any more. */
  leave (): void {
    if (this.#looking > 0) {
      this.#ending.abort(new DOMException('no block is wanted', 'AbortError'))
      this.#ending = new AbortController()
    }
  }

  /** Allows another lookup for a block, because it may have new providers. */
  forgetLook (cid: CID): void {
    this.#looks.delete(multihashKey(cid.multihash.bytes))
    this.#fruitless = 0
  }

  get report (): AskedSource[] {
    return [...this.#routers, ...this.#records.values()].map(({ report }) => report).filter((report) => report != null)
  }

  async #ask (cid: CID, signal: AbortSignal): Promise<void> {
    const leave = await this.#slots.take(signal)
    const before = this.#records.size

    try {
      await Promise.all(
        this.#routers.filter(({ isUsable }) => isUsable).map(async (router) => {
          await router.ask(cid, {
            signal,
            onProvider: (provider) => {
              this.#know(provider)
            }
          })
        })
      )
    } finally {
      leave()
      this.#fruitless = this.#records.size > before ? 0 : this.#fruitless + 1
    }
  }

  /** Adds each allowed URL of a provider as a source. */
  #know (provider: HttpProvider): void {
    for (const url of this.#settings.allowedUrls(provider)) {
      this.#providers.set(url, { ...provider, urls: [url] })
      this.#add(url, 'provider', false)
    }
  }

  #add (url: string, role: 'provider' | 'gateway', isReserve: boolean): void {
    if (!this.#records.has(url) && this.#records.size < MAX_SOURCES) {
      this.#records.set(url, new SourceState(this.#sourceOf(url, role), isReserve))
      this.#changed()
    }
  }
}
