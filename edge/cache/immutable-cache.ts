import type { WorkerContext } from '../engine/edge-types.ts'
import { CONDITIONS, partOfAnswer } from './part-of-answer.ts'

/** The containers of an answer with the numbers of their contents, and the publication under which it was made. */
export interface AnswerSources {
  seq: number
  containers: Array<[container: number, seq: number]>
}

/** Headers that influence the answer in addition to the URL and `Accept`: requests with them bypass the cache. */
const BYPASS_HEADERS = [
  'authorization',
  'cache-control',
  'pragma',
  'service-worker',
  'x-forwarded-host',
  'x-forwarded-proto'
]

/** Lifetime of a cached answer: the settings of the node may change. The content never does. */
const LIFETIME_S = 3600

/**
 * Lifetime of an answer of the node if published blocks are read in front of it: the containers that it came from are
 * unknown, so nothing shows whether its blocks were removed. The front answers later requests itself.
 */
const NODE_LIFETIME_S = 10

/** Size limit of cached answers: the difference in speed between reader and cache is buffered in memory. */
const MAX_BYTES = 16 * 1024 * 1024

/** Limit of bytes that are being written to the cache; further answers are not cached. */
const MAX_WRITING_BYTES = 32 * 1024 * 1024

const ORIGINAL_CACHE_CONTROL = 'x-edge-cache-control'
const ORIGINAL_VARY = 'x-edge-vary'

/** Header of cached answers that are valid only while their sources are (`sourcesKey`). */
const HAS_SOURCES = 'x-edge-has-sources'

let writingBytes = 0

/** The part of the Cache API that is used. */
export interface AnswerCache {
  match: (key: Request) => Promise<Response | undefined>
  put: (key: Request, response: Response) => Promise<void>
}

export interface CacheSettings {
  /** settings of the deployment as text; part of the cache key */
  text: string
  /** size limit of files for range requests; 0 for none */
  maxRangeBytes: number
  /** whether an answer from the front is still valid; undefined if only the node answers */
  isCurrent?: (sources: AnswerSources) => Promise<boolean>
}

/** An answer, and its sources if it was made in front of the node; these are complete when the body is. */
export interface Answer {
  response: Response
  sources?: () => AnswerSources
}

/**
 * Caches immutable answers close to the clients: complete `200` answers to `GET` that the gateway marks as immutable. A
 * cache hit is answered completely, as a range, as a head only, or with 304. Any worker can answer it without waking
 * the Durable Object.
 */
export async function answerThroughCache (
  request: Request,
  { text, maxRangeBytes, isCurrent }: CacheSettings,
  cache: AnswerCache,
  ctx: WorkerContext,
  answer: () => Promise<Answer>
): Promise<Response> {
  const { method, headers } = request

  if ((method !== 'GET' && method !== 'HEAD') || BYPASS_HEADERS.some((name) => headers.has(name))) {
    return (await answer()).response
  }

  const key = cacheKey(request, text)
  const cached = await cache.match(key)

  if (cached != null && await isValid(cached, key, cache, isCurrent)) {
    const full = clientForm(cached)
    const part = partOfAnswer(request, full, maxRangeBytes)

    if (part != null) {
      return part
    }

    // Do not wait for the cancellation.
    full.body?.cancel().catch(() => {})
  } else {
    cached?.body?.cancel().catch(() => {})
  }

  const { response, sources } = await answer()
  const isFullRequest = method === 'GET' && !CONDITIONS.some((name) => headers.has(name))

  if (isFullRequest && isCacheable(response) && writingBytes + contentLength(response) <= MAX_WRITING_BYTES) {
    const bytes = contentLength(response)
    writingBytes += bytes
    // A disconnecting reader aborts this write too, and nothing is cached then.
    ctx.waitUntil(
      store(cache, key, response.clone(), { sources, isShort: isCurrent != null }).catch(() => {}).finally(() => {
        writingBytes -= bytes
      })
    )
  }

  return response
}

/** Whether a cached answer may be used: the blocks that it was made of are still there. */
async function isValid (
  { headers }: Response,
  key: Request,
  cache: AnswerCache,
  isCurrent: CacheSettings['isCurrent']
): Promise<boolean> {
  if (!headers.has(HAS_SOURCES)) {
    return true
  }

  const sources = await cache.match(sourcesKey(key))
  return sources != null && isCurrent != null && await isCurrent(await sources.json() as AnswerSources)
}

/** Stores an answer, and then its sources, which are known when its body has ended. */
async function store (
  cache: AnswerCache,
  key: Request,
  response: Response,
  { sources, isShort }: { sources: Answer['sources']; isShort: boolean }
): Promise<void> {
  const lifetimeS = sources == null && isShort ? NODE_LIFETIME_S : LIFETIME_S
  await cache.put(key, storedForm(response, lifetimeS, sources != null))

  if (sources != null) {
    await cache.put(
      sourcesKey(key),
      Response.json(sources(), { headers: { 'Cache-Control': `public, max-age=${LIFETIME_S}` } })
    )
  }
}

function sourcesKey ({ url }: Request): Request {
  return new Request(`${url}/sources`)
}

function contentLength ({ headers }: Response): number {
  return Number(headers.get('content-length') ?? Infinity)
}

function isCacheable (response: Response): boolean {
  const { status, headers, body } = response
  return status === 200 && contentLength(response) <= MAX_BYTES && body != null &&
    /\bimmutable\b/.test(headers.get('cache-control') ?? '') && !headers.has('set-cookie')
}

/** Returns the cache key, on a host that cannot be requested, so that no other request has that key. */
function cacheKey ({ url, headers }: Request, settings: string): Request {
  return new Request(
    `https://cache.invalid/${[url, headers.get('accept') ?? '', settings].map(encodeURIComponent).join('/')}`
  )
}

function storedForm (response: Response, lifetimeS: number, hasSources: boolean): Response {
  const headers = new Headers(response.headers)
  headers.set(ORIGINAL_CACHE_CONTROL, headers.get('cache-control') ?? '')
  headers.set('cache-control', `public, max-age=${lifetimeS}`)
  if (hasSources) {
    headers.set(HAS_SOURCES, '1')
  }
  moveHeader(headers, 'vary', ORIGINAL_VARY)
  return new Response(response.body, { status: 200, headers })
}

function clientForm (cached: Response): Response {
  const headers = new Headers(cached.headers)
  headers.set('cache-control', headers.get(ORIGINAL_CACHE_CONTROL) ?? '')
  headers.delete(ORIGINAL_CACHE_CONTROL)
  moveHeader(headers, ORIGINAL_VARY, 'vary')
  headers.delete(HAS_SOURCES)
  headers.delete('cf-cache-status')
  return new Response(cached.body, { status: cached.status, headers })
}

/** Renames `Vary`, if there is one: no cache stores an answer with it, and the cache key covers its headers. */
function moveHeader (headers: Headers, from: string, to: string): void {
  const value = headers.get(from)

  if (value != null) {
    headers.delete(from)
    headers.set(to, value)
  }
}
