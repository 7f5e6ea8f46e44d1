import type { MultihashDigest } from 'multiformats/hashes/interface'
import type { ConfigStore } from '../../config/config-store.ts'
import { ipnsNameText } from '../../names/ipns-name.ts'
import { NameCache } from '../../names/name-cache.ts'
import { NameResolver } from '../../names/name-resolver.ts'
import type { LookupDnslink } from '../../names/name-resolver.ts'
import { nameSettings } from '../../names/name-settings.ts'
import { checkRecord } from '../../names/record/check-record.ts'
import { isNewer } from '../../names/record/is-newer.ts'
import { RoutingNotFoundError } from '../../names/routing-not-found-error.ts'
import { bestRecord } from '../../retrieval/best-record.ts'
import { routersOf } from '../../retrieval/routers-of.ts'
import type { GatewayNames } from '../backends/gateway-names.ts'
import type { SiteCache } from './site-cache.ts'

export interface AskedNamesInit {
  config: ConfigStore
  /** keeps the best record of each key that was seen */
  cache: Pick<SiteCache, 'fact' | 'setFact'>
  dnslink: LookupDnslink
}

/**
 * Names where there is no node: links of domains from the DNS, records of keys from the delegated routers that
 * `Routing.DelegatedRouters` names (those of AutoConf by default). What a record says counts for its TTL. A record that was seen
 * is kept: no router leads back behind it, and it counts until its time is over where they have lost it.
 */
export function askedNames ({ config, cache, dnslink }: AskedNamesInit): GatewayNames {
  const resolver = new NameResolver(dnslink)
  const resolved = new NameCache({ size: () => nameSettings(config).cacheSize, maxTtlMs: () => nameSettings(config).maxCacheTtlMs })

  async function known (name: MultihashDigest): Promise<Uint8Array | undefined> {
    try {
      const record = await cache.fact<Uint8Array>(factOf(name))
      return record == null ? undefined : await checkRecord(name, record).then(() => record)
    } catch {
      return undefined // its time is over, or the disk has lost it
    }
  }

  async function find (name: MultihashDigest, { offline, signal }: { offline: boolean, signal: AbortSignal }): Promise<Uint8Array> {
    const before = await known(name)
    const found = await bestRecord(offline ? [] : routersOf(config, { auto: true, use: 'ipns' }), name, { signal }).catch((err: Error) => {
      if (err.name === 'RoutingNotFoundError') {
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

  const asking = ({ offline, nocache, ...options }: Parameters<GatewayNames['resolve']>[1]): Parameters<NameResolver['resolve']>[1] => ({
    ...options,
    routing: { find: async (name, { signal }) => await find(name, { offline, signal }) },
    // what a request sees that asks nobody is not for others
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
