import type { CID } from 'multiformats/cid'
import type { AskedSource } from '../blocks/retrieval-report.ts'
import type { HttpProvider } from './find-providers.ts'
import { Slots } from '../async/slots.ts'
import { multihashKey } from '../cid/multihash-key.ts'
import type { HttpSource } from './http-source.ts'
import type { RetrievalSettings } from './retrieval-settings.ts'
import { RouterRecord } from './router-record.ts'
import { SourceRecord } from './source-record.ts'

/** Sources of one session; who has very popular content is not asked to the last. */
const MAX_SOURCES = 64

/** Blocks that routers are asked for at once, and in a row without hearing of anybody new, after which they are asked no more. */
const LOOKS_AT_ONCE = 4
const MAX_FRUITLESS = 8

/** So long those who have the content are given before others are asked as well. */
const RESERVE_MS = 1000

export interface KnownSourcesInit {
  settings: RetrievalSettings
  /** base URLs of those who are said to have it; asked where the settings let strangers be asked */
  origins?: readonly string[]
  sourceOf: (url: string, role: 'provider' | 'gateway') => HttpSource
  /** called when somebody new is known of, or nobody is looked for any more */
  changed: () => void
  /** who has had blocks of a content lately */
  recall?: (root: CID) => HttpProvider[]
}

/** Who may have the blocks of one session, and the looking for more of them. */
export class KnownSources {
  readonly #settings: RetrievalSettings
  readonly #sourceOf: KnownSourcesInit['sourceOf']
  readonly #changed: () => void
  readonly #recall: (root: CID) => HttpProvider[]
  readonly #routers: RouterRecord[]
  readonly #records = new Map<string, SourceRecord>()
  readonly #looks = new Set<string>()
  /** by URL, who it belongs to */
  readonly #providers = new Map<string, HttpProvider>()
  #root: CID | undefined
  readonly #slots = new Slots(LOOKS_AT_ONCE)
  #looking = 0
  #fruitless = 0
  #sinceMs: number | undefined
  #ending = new AbortController()

  constructor ({ settings, origins = [], sourceOf, changed, recall = () => [] }: KnownSourcesInit) {
    this.#settings = settings
    this.#sourceOf = sourceOf
    this.#changed = changed
    this.#recall = recall
    this.#routers = settings.routers.map((url) => new RouterRecord(url, settings.userAgent))
    settings.gateways.forEach(({ url, isReserve }) => { this.#add(url, 'gateway', isReserve) })
    origins.forEach((url) => { this.#know({ id: '', urls: [url] }) })
  }

  /** Those that may be asked, the best first. */
  get usable (): SourceRecord[] {
    return [...this.#records.values()].filter(({ isBanned }) => !isBanned).sort((a, b) => a.rank - b.rank)
  }

  get isLooking (): boolean {
    return this.#looking > 0
  }

  /** For how many milliseconds the reserve is not asked yet. */
  get reserveInMs (): number {
    return this.#looking === 0 || this.#sinceMs == null ? 0 : Math.max(this.#sinceMs + RESERVE_MS - performance.now(), 0)
  }

  get hasBrokenItsWord (): boolean {
    return [...this.#records.values()].some(({ hasBrokenItsWord }) => hasBrokenItsWord)
  }

  /** What is wanted belongs to this content. */
  about (root: CID): void {
    if (this.#root?.equals(root) !== true) {
      this.#root = root
      this.#recall(root).forEach((provider) => { this.#know(provider) })
    }
  }

  /** Whether somebody is known who has had blocks of this content. */
  get isKnown (): boolean {
    return this.#providers.size > 0
  }

  /** The provider behind a URL; undefined where no router has named it. */
  providerOf (url: string): HttpProvider | undefined {
    return this.#providers.get(url)
  }

  /** Asks the routers who has a block, or the content that it belongs to, each once. @returns whether they are asked now */
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

    void this.#ask(cid, this.#ending.signal).catch(() => { this.#looks.delete(key) }).then(() => {
      this.#looking--
      this.#changed()
    })

    return true
  }

  /** Nobody wants anything: the routers are left. */
  leave (): void {
    if (this.#looking > 0) {
      this.#ending.abort(new DOMException('nobody waits for a block', 'AbortError'))
      this.#ending = new AbortController()
    }
  }

  /** Those who have a block now may not have had it before. */
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
      await Promise.all(this.#routers.filter(({ isUsable }) => isUsable).map(async (router) => {
        await router.ask(cid, { signal, onProvider: (provider) => { this.#know(provider) } })
      }))
    } finally {
      leave()
      this.#fruitless = this.#records.size > before ? 0 : this.#fruitless + 1
    }
  }

  /** Each of the URLs that the settings allow is a source. */
  #know (provider: HttpProvider): void {
    for (const url of this.#settings.allowedUrls(provider)) {
      this.#providers.set(url, { ...provider, urls: [url] })
      this.#add(url, 'provider', false)
    }
  }

  #add (url: string, role: 'provider' | 'gateway', isReserve: boolean): void {
    if (!this.#records.has(url) && this.#records.size < MAX_SOURCES) {
      this.#records.set(url, new SourceRecord(this.#sourceOf(url, role), isReserve))
      this.#changed()
    }
  }
}
