import { MemoryDatastore } from 'datastore-core'
import type { Json } from '../../config/config.ts'
import { openConfig } from '../../config/config-store.ts'
import { dnslink } from '../../names/dns/dnslink.ts'
import { DnsResolver } from '../../names/dns/dns-resolver.ts'
import { HttpExchange } from '../../retrieval/http-exchange.ts'
import type { Gateway } from '../handler.ts'
import { localGateway } from '../local-gateway.ts'
import { askedNames } from './asked-names.ts'
import { CachedBlocks } from './cached-blocks.ts'
import { keptNames } from './kept-names.ts'
import type { KeptNamesInit } from './kept-names.ts'
import type { SiteCache } from './site-cache.ts'

/**
 * The gateway of a site that has no node beside it: its name is asked of the DNS, and of delegated routers where it leads to the
 * name of a key; its blocks are those that it has kept and those that trustless gateways have. It keeps nothing but these and
 * what the name led to.
 *
 * @param config - dotted keys and their values, as `DNS.Resolvers`; all else is as in a new repo
 * @returns gives the gateway for one request
 * @throws an Error for a setting that has no place or cannot be used
 */
export async function openDnslinkGateway ({ cache, config: initial, ...times }: { cache: SiteCache, config: Record<string, Json> } & KeptNamesInit): Promise<() => Gateway> {
  const config = await openConfig(new MemoryDatastore(), { overrides: initial })
  const exchange = new HttpExchange({ config, auto: true, waits: false })
  const names = keptNames(askedNames({ config, cache, dnslink: dnslink(new DnsResolver(config)) }), cache, times)
  const blockstore = new CachedBlocks(cache)
  return () => localGateway({ config, blockstore, names, exchange, online: false })
}
