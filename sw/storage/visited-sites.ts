import type { CacheLike, CacheStorageLike } from '../../src/store/cache/caches-with-timeout.ts'

/** The Cache with the list, and the URL of the list in it. */
const CACHE = 'swipfs-visited-sites'
const LIST = '/.well-known/swipfs/visited-sites'
/** Maximum number of sites; the least recently visited one is evicted. */
const MAX_SITES = 256

/**
 * Remembers over restarts of the browser which sites were visited on their own origins. A visited site has a worker
 * there, which answers without the host; so a tab can be led to it while the host cannot be reached. The list is kept
 * in the Cache API.
 */
export class VisitedSites {
  readonly #caches: CacheStorageLike
  /** origins; the latest visit is the last */
  #sites: string[] | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor (caches: CacheStorageLike) {
    this.#caches = caches
  }

  /** Returns whether the site at an origin was visited. Never rejects: without a readable list no site was. */
  async has (origin: string): Promise<boolean> {
    return await this.#inTurn(async () => (await this.#read()).includes(origin)) ?? false
  }

  /**
   * Adds a site. Resolves when later workers see it. Never rejects: a full disk costs the site its way offline, no
   * more.
   */
  async add (origin: string): Promise<void> {
    await this.#inTurn(async () => {
      const sites = await this.#read()

      if (sites.at(-1) === origin) {
        return
      }

      const changed = [...sites.filter((site) => site !== origin), origin].slice(-MAX_SITES)
      await (await this.#open()).put(LIST, Response.json(changed))
      this.#sites = changed
    })
  }

  async #read (): Promise<string[]> {
    return this.#sites ??= parseSites(await (await (await this.#open()).match(LIST))?.json().catch(() => undefined))
  }

  async #open (): Promise<CacheLike> {
    return await this.#caches.open(CACHE)
  }

  /** Runs one reading or writing after the other. Resolves with undefined where it fails. */
  async #inTurn<T> (work: () => Promise<T>): Promise<T | undefined> {
    const done = this.#last.then(work).catch(() => undefined)
    this.#last = done
    return await done
  }
}

function parseSites (json: unknown): string[] {
  return Array.isArray(json) ? json.filter((entry) => typeof entry === 'string') : []
}
