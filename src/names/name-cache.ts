import { RecentMap } from '../bytes/recent-map.ts'
import type { ContentPath } from '../path/content-path.ts'

/** What a name leads to, and how long that counts. */
export interface CachedName {
  path: ContentPath
  ttlMs: number
  /** since when it is known to lead there, milliseconds since 1970 */
  modifiedMs: number
}

export interface NameCacheInit {
  /** names to keep at most (`Ipns.ResolveCacheSize`) */
  size: () => number
  /** how long a name may be kept, whatever its record says (`Ipns.MaxCacheTTL`) */
  maxTtlMs: () => number
}

/** What names led to when they were asked for last, those used last (boxo `namesys/namesys_cache.go`). The settings count at once. */
export class NameCache {
  readonly #init: NameCacheInit
  readonly #entries = new RecentMap<string, CachedName & { untilMs: number }>({ max: Infinity })

  constructor (init: NameCacheInit) {
    this.#init = init
  }

  get (name: string): CachedName | undefined {
    const entry = this.#entries.get(name)

    if (entry == null || entry.untilMs <= Date.now()) {
      return undefined
    }

    const { untilMs: _, ...known } = entry
    return known
  }

  /** @returns what is known of the name now: that it has led there for longer, where it has */
  set (name: string, { path, ttlMs, modifiedMs }: CachedName): CachedName {
    const before = this.#entries.peek(name)
    const known = { path, ttlMs, modifiedMs: before?.path.text === path.text ? Math.min(before.modifiedMs, modifiedMs) : modifiedMs }

    if (ttlMs > 0) {
      this.#entries.set(name, { ...known, untilMs: Date.now() + Math.min(ttlMs, this.#init.maxTtlMs()) })
    }

    this.#entries.shrink(this.#init.size())
    return known
  }

  delete (name: string): void {
    this.#entries.delete(name)
  }
}
