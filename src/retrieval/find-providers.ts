import type { CID } from 'multiformats/cid'
import { httpAddress } from './http-address.ts'
import { openUrl } from './open-url.ts'
import { SourceError } from './source-error.ts'

/** A provider that can be asked over HTTP. */
export interface HttpProvider {
  /** peer ID; empty where the router does not say */
  id: string
  /** base URLs, without a slash at their end */
  urls: string[]
}

export interface FindProvidersOptions {
  signal: AbortSignal
}

/** A router has so long for all of its answer (Kubo `routingopt.go`: 15 s). */
const TIMEOUT_MS = 15_000

/** Of an answer no more is read (Kubo `routing/delegated.go`, `LimitBytes`). */
const MAX_BYTES = 1024 * 1024

/** URLs that one provider may have (boxo `httpnet`, `DefaultMaxHTTPAddressesPerPeer`). */
const MAX_URLS = 10

const NDJSON = 'application/x-ndjson'

/** What is asked for of the providers: those that speak HTTP, and those of whom nobody knows (IPIP-484). */
const FILTERS = 'filter-addrs=http,https&filter-protocols=unknown,transport-ipfs-gateway-http'

/**
 * Asks a delegated router who has a block (specs.ipfs.tech/routing/http-routing-v1, "GET /routing/v1/providers/{cid}"), and gives
 * the providers with an HTTP address as they come. Records that cannot be read are passed over.
 *
 * @param router - its base URL, without a slash at its end
 * @throws SourceError `failed` or `later`; the signal's reason
 */
export async function * findProviders (router: string, cid: CID, { signal }: FindProvidersOptions): AsyncGenerator<HttpProvider> {
  const { status, headers, chunks, close } = await openUrl(`${router}/routing/v1/providers/${cid.toString()}?${FILTERS}`, { accept: `${NDJSON}, application/json;q=0.9`, signal, followRedirects: true, headMs: TIMEOUT_MS, stallMs: TIMEOUT_MS })

  if (status === 404) {
    close()
    return // knows of none
  }

  if (status !== 200) {
    close()
    throw new SourceError(status === 429 || status === 503 ? 'later' : 'failed', `answered ${status}`)
  }

  const isLines = (headers.get('content-type') ?? '').startsWith(NDJSON)

  for await (const text of isLines ? lines(chunks) : wholes(chunks)) {
    for (const record of recordsOf(text, isLines)) {
      const provider = readProvider(record)

      if (provider != null) {
        yield provider
      }
    }
  }
}

/** The lines of a text as they come; one that does not end within the limit ends all. */
async function * lines (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = ''

  for await (const text of decoded(chunks)) {
    const parts = (rest + text).split('\n')
    rest = parts.pop() as string
    yield * parts
  }

  yield rest
}

async function * wholes (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let whole = ''

  for await (const text of decoded(chunks)) {
    whole += text
  }

  yield whole
}

/** Within the limits of time and size; what is beyond is not waited for. */
async function * decoded (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const endMs = performance.now() + TIMEOUT_MS
  let bytes = 0

  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    yield decoder.decode(chunk, { stream: true })

    if (bytes > MAX_BYTES || performance.now() > endMs) {
      return
    }
  }
}

function recordsOf (text: string, isLine: boolean): unknown[] {
  try {
    const value: unknown = text.trim() === '' ? undefined : JSON.parse(text)
    const { Providers: providers } = (isLine ? {} : value ?? {}) as { Providers?: unknown }
    return isLine ? [value] : Array.isArray(providers) ? providers : []
  } catch {
    if (isLine) {
      return []
    }

    throw new SourceError('failed', 'answered with something that is no JSON')
  }
}

/** A record of the schema `peer`, or one of a schema before it with the same fields. */
function readProvider (record: unknown): HttpProvider | undefined {
  const { ID: id, Addrs: addresses } = (record ?? {}) as { ID?: unknown, Addrs?: unknown }
  const texts = Array.isArray(addresses) ? addresses.filter((address) => typeof address === 'string') : []
  const urls = [...new Set(texts.map(httpAddress).filter((url) => url != null))].slice(0, MAX_URLS)
  return urls.length === 0 ? undefined : { id: typeof id === 'string' ? id : '', urls }
}
