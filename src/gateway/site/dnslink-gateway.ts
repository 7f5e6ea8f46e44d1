import { MemoryDatastore } from 'datastore-core/memory'
import { openConfig } from '../../config/config-store.ts'
import type { Json } from '../../config/values/config.ts'
import { DnsResolver } from '../../names/dns/dns-resolver.ts'
import { dnslink } from '../../names/dns/dnslink.ts'
import { HttpExchange } from '../../retrieval/http-exchange.ts'
import type { Gateway } from '../handler/handler.ts'
import { localGateway } from '../local/local-gateway.ts'
import type { SiteCache } from '../own-origin/site-cache.ts'
import { CachedBlocks } from './cached-blocks.ts'
import { delegatedNames } from './delegated-names.ts'
import { storedNames } from './stored-names.ts'
import type { StoredNamesInit } from './stored-names.ts'

/**
 * Opens the gateway of a site without a home node. Resolves its name by DNS, and by delegated routers if it is linked
 * to a key. Reads blocks from its cache and from trustless gateways. Stores only blocks and the target of the name.
 *
 * @param config - dotted keys and their values, such as `DNS.Resolvers`; all others have the defaults of a new repo
 * @returns a function that makes the gateway for one request
 * @throws an Error if a setting is unknown or invalid
 */
export async function openDnslinkGateway (
  { cache, config: initial, ...times }: { cache: SiteCache; config: Record<string, Json> } & StoredNamesInit
): Promise<() => Gateway> {
  const config = await openConfig(new MemoryDatastore(), { overrides: initial })
  const exchange = new HttpExchange({ config, auto: true, waits: false })
  const names = storedNames(delegatedNames({ config, cache, dnslink: dnslink(new DnsResolver(config)) }), cache, times)
  const blockstore = new CachedBlocks(cache)
  return () => localGateway({ config, blockstore, names, exchange, online: false })
}
