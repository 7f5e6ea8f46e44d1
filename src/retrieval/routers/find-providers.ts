import type { CID } from 'multiformats/cid'
import { httpAddress } from '../http/http-address.ts'
import { routerRecords } from './router-records.ts'

/** A provider that serves HTTP. */
export interface HttpProvider {
  /** Peer ID; empty if the router does not return it. */
  id: string
  /** Base URLs, without a trailing slash. */
  urls: string[]
}

export interface FindProvidersOptions {
  signal: AbortSignal
  userAgent?: string
}

/** The maximum number of URLs of one provider (boxo `httpnet`, `DefaultMaxHTTPAddressesPerPeer`). */
const MAX_URLS = 10

/** Requests providers that serve HTTP, or have unknown protocols (IPIP-484). */
const FILTERS = 'filter-addrs=http,https&filter-protocols=unknown,transport-ipfs-gateway-http'

/**
 * Looks up the providers of a block in a delegated router (specs.ipfs.tech/routing/http-routing-v1, "GET
 * /routing/v1/providers/{cid}"). Yields providers with an HTTP address as they arrive. Skips malformed records.
 *
 * @param router - its base URL, without a trailing slash
 * @throws SourceError `failed` or `later`
 * @throws the signal's reason
 */
export async function* findProviders (
  router: string,
  cid: CID,
  options: FindProvidersOptions
): AsyncGenerator<HttpProvider> {
  for await (
    const record of routerRecords(`${router}/routing/v1/providers/${cid.toString()}?${FILTERS}`, {
      list: 'Providers',
      ...options
    })
  ) {
    const provider = readProvider(record)

    if (provider != null) {
      yield provider
    }
  }
}

/** Parses a record of the schema `peer`, or of an older schema with the same fields. */
function readProvider (record: unknown): HttpProvider | undefined {
  const { ID: id, Addrs: addresses } = (record ?? {}) as { ID?: unknown; Addrs?: unknown }
  const texts = Array.isArray(addresses) ? addresses.filter((address) => typeof address === 'string') : []
  const urls = [...new Set(texts.map(httpAddress).filter((url) => url != null))].slice(0, MAX_URLS)
  return urls.length === 0 ? undefined : { id: typeof id === 'string' ? id : '', urls }
}
