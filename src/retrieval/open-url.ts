import { isPrivateUrl } from '../config/types/is-private-url.ts'
import { SourceError } from './source-error.ts'

/** How long one that was asked may say nothing. */
export interface Patience {
  /** until the head of its answer */
  headMs: number
  /** between two pieces of the body */
  stallMs: number
  /** fewer bytes in that time are as good as none: who sends one now and then would never be done */
  leastBytes?: number
}

export interface OpenUrlOptions extends Patience {
  accept: string
  signal: AbortSignal
  /** what a person has named may lead elsewhere; what a stranger has named may not, as in boxo's HTTP client */
  followRedirects: boolean
  /** names the node; left out in a browser, where it would need leave of the server's CORS */
  userAgent?: string
  /** what is brought there, in place of asking */
  put?: { type: string, body: Uint8Array }
}

/** The answer to a request, its body not read. */
export interface OpenedUrl {
  status: number
  headers: Headers
  /** To be iterated once; leaving it ends the request. */
  chunks: AsyncGenerator<Uint8Array>
  /** Ends the request of an answer that is not read. */
  close: () => void
}

/**
 * Asks for a URL, or brings something there, without cookies and referrer. The request ends with the signal, when nothing comes for
 * too long, and when nobody reads on.
 *
 * @throws SourceError `failed`, also while the body is read; the signal's reason
 */
export async function openUrl (url: string, { accept, signal, followRedirects, headMs, stallMs, leastBytes = 0, userAgent, put }: OpenUrlOptions): Promise<OpenedUrl> {
  signal.throwIfAborted()
  const ending = new AbortController()
  const clock = new SilenceClock(() => { ending.abort() })
  const onAbort = (): void => { ending.abort(signal.reason) }
  const end = (): void => { clock.stop(); signal.removeEventListener('abort', onAbort); ending.abort() }
  signal.addEventListener('abort', onAbort, { once: true })

  const failed = (err: unknown): unknown => {
    end()
    return signal.aborted ? signal.reason : clock.isOver ? new SourceError('failed', `${clock.tookMs > 0 ? 'next to ' : ''}nothing came for ${clock.ms / 1000} s`) : (err as Error).name === 'SourceError' ? err : new SourceError('failed', reason(err as Error))
  }

  try {
    clock.start(headMs)
    const response = await fetch(url, { ...put == null ? {} : { method: 'PUT', body: put.body as BodyInit }, headers: { Accept: accept, ...userAgent == null ? {} : { 'User-Agent': userAgent }, ...put == null ? {} : { 'Content-Type': put.type } }, credentials: 'omit', referrerPolicy: 'no-referrer', redirect: followRedirects ? 'follow' : 'manual', signal: ending.signal })
    clock.stop()
    checkRedirect(url, response)
    return { status: response.status, headers: response.headers, chunks: chunks(response, { clock, stallMs, leastBytes, failed, end }), close: end }
  } catch (err) {
    throw failed(err)
  }
}

interface Reading {
  clock: SilenceClock
  stallMs: number
  leastBytes: number
  failed: (err: unknown) => unknown
  end: () => void
}

/** By the default reader: one that fills a buffer first would take a slow sender for a silent one. */
async function * chunks ({ body }: Response, { clock, stallMs, leastBytes, failed, end }: Reading): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  let [bytes, tookMs] = [0, 0]

  try {
    while (reader != null) {
      const startMs = performance.now()
      clock.start(stallMs, tookMs)
      const { done, value } = await reader.read()
      clock.stop()

      if (done) {
        return
      }

      bytes += value.byteLength
      tookMs += performance.now() - startMs

      if (bytes >= leastBytes) {
        [bytes, tookMs] = [0, 0]
      }

      yield value
    }
  } catch (err) {
    throw failed(err)
  } finally {
    end()
  }
}

/** A redirect that is not followed is told by its status, or by nothing but that it was one. */
function checkRedirect (asked: string, { type, status, url, redirected }: Response): void {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    throw new SourceError('missing', 'leads elsewhere, which is not followed')
  }

  if (redirected && !(isPrivateUrl(new URL(url)) && (url.startsWith('https:') || new URL(asked).protocol === 'http:'))) {
    throw new SourceError('failed', 'leads to a place that is not asked')
  }
}

/** Node says in the cause what went wrong. */
function reason (err: Error): string {
  const { message } = err.cause instanceof Error && err.cause.message !== '' ? err.cause : err
  return `cannot be reached (${message})`
}

/** Calls back when it was started and not stopped in time. */
class SilenceClock {
  readonly #over: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  ms = 0
  tookMs = 0
  isOver = false

  constructor (over: () => void) {
    this.#over = over
  }

  /** @param tookMs - what of the time is over already */
  start (ms: number, tookMs = 0): void {
    this.ms = ms
    this.tookMs = tookMs
    this.#timer = setTimeout(() => { this.isOver = true; this.#over() }, ms - tookMs)
  }

  stop (): void {
    clearTimeout(this.#timer)
  }
}
