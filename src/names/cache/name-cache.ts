import { RecentMap } from '../../bytes/recent-map.ts'
import type { ContentPath } from '../../path/content-path.ts'

const SECOND_MS = 1000

/**
 * Returns the rest of the time to live of a cached answer (specs.ipfs.tech/http-gateways/path-gateway,
 * "Cache-Control").
 *
 * Ages are counted in whole seconds, as by the `Age` header (RFC 9111, section 5.1).
 *
 * @param ttlMs - the TTL when the answer was stored, in milliseconds
 * @param untilMs - when it ends, in milliseconds since 1970
 */
export function remainingTtlMs (ttlMs: number, untilMs: number): number {
  const ageMs = Math.max(0, ttlMs - (untilMs - Date.now()))
  return Math.max(0, ttlMs - Math.floor(ageMs / SECOND_MS) * SECOND_MS)
}

/** The target of a name and the rest of its TTL. */
export interface CachedName {
  path: ContentPath
  /** how long the result may still be cached, in milliseconds; 0 if unknown */
  ttlMs: number
  /** when the name was first seen with this target, in milliseconds since 1970 */
  modifiedMs: number
}

export interface NameCacheInit {
  /** maximum number of cached names (`Ipns.ResolveCacheSize`) */
  size: () => number
  /** upper limit of the time that a name is cached, whatever its record says (`Ipns.MaxCacheTTL`) */
  maxTtlMs: () => number
}

/** LRU cache of resolved names (boxo `namesys/namesys_cache.go`). Changed settings take effect immediately. */
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

    const { untilMs, ...known } = entry
    return { ...known, ttlMs: remainingTtlMs(known.ttlMs, untilMs) }
  }

  /**
   * Stores the target of a name for its TTL, at most for `maxTtlMs`. A `maxTtlMs` of 0 turns the cache off and leaves
   * the TTL as it is.
   *
   * @returns the stored entry. If the target is unchanged, it keeps the older `modifiedMs`.
   */
  set (name: string, { path, ttlMs: ownTtlMs, modifiedMs }: CachedName): CachedName {
    const before = this.#entries.peek(name)
    const maxTtlMs = this.#init.maxTtlMs()
    const ttlMs = maxTtlMs > 0 ? Math.min(ownTtlMs, maxTtlMs) : ownTtlMs
    const known = {
      path,
      ttlMs,
      modifiedMs: before?.path.text === path.text ? Math.min(before.modifiedMs, modifiedMs) : modifiedMs
    }

    if (ttlMs > 0) {
      this.#entries.set(name, { ...known, untilMs: Date.now() + Math.min(ttlMs, maxTtlMs) })
    }

    this.#entries.shrink(this.#init.size())
    return known
  }

  delete (name: string): void {
    this.#entries.delete(name)
  }
}
