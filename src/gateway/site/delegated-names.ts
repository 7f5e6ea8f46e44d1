import type { MultihashDigest } from 'multiformats/hashes/interface'
import type { ConfigStore } from '../../config/config-store.ts'
import { isError } from '../../errors/define-error.ts'
import { NameCache } from '../../names/cache/name-cache.ts'
import { nameSettings } from '../../names/name-settings.ts'
import { checkRecord, isNewer } from '../../names/record/check-record.ts'
import { ipnsNameText } from '../../names/record/ipns-name.ts'
import { NameResolver } from '../../names/resolve/name-resolver.ts'
import type { LookupDnslink } from '../../names/resolve/name-resolver.ts'
import { RoutingNotFoundError } from '../../names/routing/record-outcome.ts'
import { bestRecord } from '../../retrieval/routers/best-record.ts'
import { routerSettings } from '../../retrieval/settings/router-settings.ts'
import type { GatewayNames } from '../backends/gateway-names.ts'
import type { SiteCache } from '../own-origin/site-cache.ts'

export interface DelegatedNamesInit {
  config: ConfigStore
  /** stores the best known record of each key */
  cache: Pick<SiteCache, 'fact' | 'setFact'>
  dnslink: LookupDnslink
}

/**
 * Makes name functions for a site without a node: DNSLinks from DNS, IPNS records from the routers in
 * `Routing.DelegatedRouters` (by default those of AutoConf). Results are cached for the record's TTL. The best record
 * is stored: it prevents rollback to an older one, and is used until it expires if the routers have lost it.
 */
export function delegatedNames ({ config, cache, dnslink }: DelegatedNamesInit): GatewayNames {
  const resolver = new NameResolver(dnslink)
  const resolved = new NameCache({
    size: () => nameSettings(config).cacheSize,
    maxTtlMs: () => nameSettings(config).maxCacheTtlMs
  })

  async function known (name: MultihashDigest): Promise<Uint8Array | undefined> {
    try {
      const record = await cache.fact<Uint8Array>(factOf(name))
      return record == null ? undefined : await checkRecord(name, record).then(() => record)
    } catch {
      return undefined // expired, or lost by the disk
    }
  }

  async function find (
    name: MultihashDigest,
    { offline, signal }: { offline: boolean; signal: AbortSignal }
  ): Promise<Uint8Array> {
    const before = await known(name)
    const found = await bestRecord(offline ? [] : routerSettings(config, { auto: true, use: 'ipns' }), name, { signal })
      .catch((err: Error) => {
        if (isError(err, RoutingNotFoundError)) {
          return undefined
        }

        throw err
      })

    if (found != null && (before == null || isNewer(found, before))) {
      cache.setFact(factOf(name), found)
      return found
    }

    if (before == null) {
      throw new RoutingNotFoundError()
    }

    return before
  }

  const asking = (
    { offline, nocache, ...options }: Parameters<GatewayNames['resolve']>[1]
  ): Parameters<NameResolver['resolve']>[1] => ({
    ...options,
    routing: { find: async (name, { signal }) => await find(name, { offline, signal }) },
    // Results of an offline request must not be cached for other requests.
    cache: offline || nocache === true ? undefined : resolved
  })

  return {
    resolve: async (path, options) => await resolver.resolve(path, asking(options)),
    resolveOnce: async (path, options) => await resolver.resolveOnce(path, asking(options)),
    record: find
  }
}

function factOf (name: MultihashDigest): string {
  return `record ${ipnsNameText(name)}`
}
