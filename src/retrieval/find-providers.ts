import type { CID } from 'multiformats/cid'
import { httpAddress } from './http-address.ts'
import { routerRecords } from './router-records.ts'

/** A provider that can be asked over HTTP. */
export interface HttpProvider {
  /** peer ID; empty where the router does not say */
  id: string
  /** base URLs, without a slash at their end */
  urls: string[]
}

export interface FindProvidersOptions {
  signal: AbortSignal
  userAgent?: string
}

/** URLs that one provider may have (boxo `httpnet`, `DefaultMaxHTTPAddressesPerPeer`). */
const MAX_URLS = 10

/** What is asked for of the providers: those that speak HTTP, and those of whom nobody knows (IPIP-484). */
const FILTERS = 'filter-addrs=http,https&filter-protocols=unknown,transport-ipfs-gateway-http'

/**
 * Asks a delegated router who has a block (specs.ipfs.tech/routing/http-routing-v1, "GET /routing/v1/providers/{cid}"), and gives
 * the providers with an HTTP address as they come. Records that cannot be read are passed over.
 *
 * @param router - its base URL, without a slash at its end
 * @throws SourceError `failed` or `later`; the signal's reason
 */
export async function * findProviders (router: string, cid: CID, options: FindProvidersOptions): AsyncGenerator<HttpProvider> {
  for await (const record of routerRecords(`${router}/routing/v1/providers/${cid.toString()}?${FILTERS}`, { list: 'Providers', ...options })) {
    const provider = readProvider(record)

    if (provider != null) {
      yield provider
    }
  }
}

/** A record of the schema `peer`, or one of a schema before it with the same fields. */
function readProvider (record: unknown): HttpProvider | undefined {
  const { ID: id, Addrs: addresses } = (record ?? {}) as { ID?: unknown, Addrs?: unknown }
  const texts = Array.isArray(addresses) ? addresses.filter((address) => typeof address === 'string') : []
  const urls = [...new Set(texts.map(httpAddress).filter((url) => url != null))].slice(0, MAX_URLS)
  return urls.length === 0 ? undefined : { id: typeof id === 'string' ? id : '', urls }
}
