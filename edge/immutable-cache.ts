import type { WorkerContext } from './edge-types.ts'

/** What the answer to a request depends on beyond its URL and `Accept`: with one of them it is the node's to answer. */
const ASKS_NODE = ['authorization', 'cache-control', 'cookie', 'if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'pragma', 'range', 'service-worker', 'x-forwarded-host', 'x-forwarded-proto']

/** So long an answer is given without the node: its settings may have changed meanwhile. The content never does. */
const KEPT_S = 3600

/** What its reader and the cache do not take at the same pace lies in memory. */
const MAX_BYTES = 16 * 1024 * 1024

/** Of answers that are being kept: where they have so many bytes together, others are given and not kept. */
const MAX_KEEPING_BYTES = 32 * 1024 * 1024

const KEPT_AS = 'x-edge-cache-control'

let keepingBytes = 0

/** The part of the Cache API that is used. */
export interface AnswerCache {
  match: (key: Request) => Promise<Response | undefined>
  put: (key: Request, response: Response) => Promise<void>
}

/**
 * Answers that never change, kept near whoever asks: whole `200` answers to `GET` that the gateway calls immutable. Many workers give
 * them at once, and no object is woken.
 *
 * @param settings - of the deployment; others have other answers
 */
export async function throughCache (request: Request, settings: string, cache: AnswerCache, ctx: WorkerContext, answer: () => Promise<Response>): Promise<Response> {
  if (request.method !== 'GET' || ASKS_NODE.some((name) => request.headers.has(name))) {
    return await answer()
  }

  const key = keyOf(request, settings)
  const kept = await cache.match(key)

  if (kept != null) {
    return given(kept)
  }

  const response = await answer()

  if (mayKeep(response) && keepingBytes + lengthOf(response) <= MAX_KEEPING_BYTES) {
    const bytes = lengthOf(response)
    keepingBytes += bytes
    // a reader who leaves ends the writing too, and nothing is kept then
    ctx.waitUntil(cache.put(key, keeping(response.clone())).catch(() => {}).finally(() => { keepingBytes -= bytes }))
  }

  return response
}

function lengthOf ({ headers }: Response): number {
  return Number(headers.get('content-length') ?? Infinity)
}

function mayKeep (response: Response): boolean {
  const { status, headers, body } = response
  return status === 200 && lengthOf(response) <= MAX_BYTES && body != null && /\bimmutable\b/.test(headers.get('cache-control') ?? '') && !headers.has('set-cookie')
}

/** Of a host that nobody can ask for: no request has the key of another. */
function keyOf ({ url, headers }: Request, settings: string): Request {
  return new Request(`https://cache.invalid/${[url, headers.get('accept') ?? '', settings].map(encodeURIComponent).join('/')}`)
}

function keeping (response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set(KEPT_AS, headers.get('cache-control') ?? '')
  headers.set('cache-control', `public, max-age=${KEPT_S}`)
  // an answer that varies is kept by no cache, and its key says by what it does
  headers.delete('vary')
  return new Response(response.body, { status: 200, headers })
}

function given (kept: Response): Response {
  const headers = new Headers(kept.headers)
  headers.set('cache-control', headers.get(KEPT_AS) ?? '')
  headers.delete(KEPT_AS)
  headers.delete('cf-cache-status')
  return new Response(kept.body, { status: kept.status, headers })
}
