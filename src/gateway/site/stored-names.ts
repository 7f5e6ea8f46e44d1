import { settledWithin } from '../../async/promises/settled-within.ts'
import type { Later } from '../../async/timers/later.ts'
import { isError } from '../../errors/define-error.ts'
import type { CachedName } from '../../names/cache/name-cache.ts'
import { DnsError } from '../../names/dns/dns-errors.ts'
import { joinPaths } from '../../names/resolve/name-resolver.ts'
import { parsePath } from '../../path/content-path.ts'
import { RoutersUnavailableError } from '../../retrieval/routers/routers-unavailable-error.ts'
import type { GatewayNames } from '../backends/gateway-names.ts'
import type { SiteCache } from '../own-origin/site-cache.ts'

/** Time to wait for DNS and routers if an earlier target of the name is known. */
const PATIENCE_MS = 4000
/** Time for which a failed lookup is remembered, so that not every subresource waits again. */
const AWAY_MS = 15_000

interface KeptName {
  path: string
  modifiedMs: number
}

export interface StoredNamesInit {
  patienceMs?: number
  awayMs?: number
  now?: () => number
  /** Starts the timer of `patienceMs`. */
  later?: Later
}

/**
 * Wraps name functions with a stored fallback. Names are resolved again at each visit. The last target is used if DNS
 * or the routers are unreachable or slow. A definite negative answer of DNS is respected.
 */
export function storedNames (
  names: GatewayNames,
  cache: Pick<SiteCache, 'fact' | 'setFact'>,
  { patienceMs = PATIENCE_MS, awayMs = AWAY_MS, now = Date.now, later }: StoredNamesInit = {}
): GatewayNames {
  let awayUntil = -Infinity

  async function asked (name: string, options: Parameters<GatewayNames['resolve']>[1]): Promise<CachedName> {
    const found = await names.resolve(parsePath(name), options)
    awayUntil = -Infinity
    cache.setFact(name, { path: found.path.text, modifiedMs: found.modifiedMs } satisfies KeptName)
    return found
  }

  async function current (name: string, options: Parameters<GatewayNames['resolve']>[1]): Promise<CachedName> {
    const kept = await cache.fact<KeptName>(name).catch(() => undefined)

    if (kept == null) {
      return await asked(name, options)
    }

    // Caches should ask again soon.
    const last = { path: parsePath(kept.path), modifiedMs: kept.modifiedMs, ttlMs: 0 }

    if (now() < awayUntil) {
      return last
    }

    const found = await settledWithin(asked(name, options), patienceMs, later)

    if (found !== 'late' && 'value' in found) {
      return found.value
    }

    options.signal.throwIfAborted()

    if (found !== 'late' && !isSilent(found.error)) {
      throw found.error
    }

    awayUntil = now() + awayMs
    return last
  }

  return {
    async resolve (path, options) {
      const found = await current(`/${path.namespace}/${path.root}`, options)
      return path.segments.length === 0 ? found : { ...found, path: joinPaths(found.path, path) }
    },

    resolveOnce: async (path, options) => await names.resolveOnce(path, options),
    record: async (name, options) => await names.record(name, options)
  }
}

function isSilent (error: unknown): boolean {
  return error instanceof Error &&
    (isError(error, DnsError) || isError(error, RoutersUnavailableError) || isSilent(error.cause))
}
