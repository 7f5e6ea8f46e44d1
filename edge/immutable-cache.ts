import { CONDITIONS, partOfAnswer } from './part-of-answer.ts'
import type { WorkerContext } from './edge-types.ts'

/** What the answer to a request depends on beyond its URL and `Accept`: with one of them it is the node's to answer. */
const ASKS_NODE = ['authorization', 'cache-control', 'pragma', 'service-worker', 'x-forwarded-host', 'x-forwarded-proto']

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

export interface CacheSettings {
  /** of the deployment, as they were written; others have other answers */
  text: string
  /** of larger ones no ranges are given; 0 for none that is too large */
  maxRangeBytes: number
}

/**
 * Answers that never change, kept near whoever asks: whole `200` answers to `GET` that the gateway calls immutable. They are given as a whole, in
 * part, as a head alone, or not at all to who has them, by many workers at once, and no object is woken.
 */
export async function throughCache (request: Request, { text, maxRangeBytes }: CacheSettings, cache: AnswerCache, ctx: WorkerContext, answer: () => Promise<Response>): Promise<Response> {
  const { method, headers } = request

  if ((method !== 'GET' && method !== 'HEAD') || ASKS_NODE.some((name) => headers.has(name))) {
    return await answer()
  }

  const key = keyOf(request, text)
  const kept = await cache.match(key)

  if (kept != null) {
    const whole = given(kept)
    const part = partOfAnswer(request, whole, maxRangeBytes)

    if (part != null) {
      return part
    }

    // nobody waits until the cache has heard of it
    whole.body?.cancel().catch(() => {})
  }

  const response = await answer()
  const isWhole = method === 'GET' && !CONDITIONS.some((name) => headers.has(name))

  if (isWhole && mayKeep(response) && keepingBytes + lengthOf(response) <= MAX_KEEPING_BYTES) {
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
