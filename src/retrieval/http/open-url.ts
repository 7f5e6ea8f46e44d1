import { isPrivateUrl } from '../../config/types/is-private-url.ts'
import { isError } from '../../errors/define-error.ts'
import { SourceError } from './source-error.ts'

/** Status of the answer to a conditional request: no redirect. */
const NOT_MODIFIED = 304

/** The timeouts of a request. */
export interface Patience {
  /** Until the response headers. */
  headMs: number
  /** For a stall in the body. */
  stallMs: number
  /**
   * The minimum bytes within `stallMs`. Otherwise a server that sends single bytes would keep the request open forever.
   */
  leastBytes?: number
}

export interface OpenUrlOptions extends Patience {
  accept: string
  signal: AbortSignal
  /** True for URLs that were configured; false for those from routers or peers, as in boxo's HTTP client. */
  followRedirects: boolean
  /** Omitted in a browser, because the server's CORS would have to allow the header. */
  userAgent?: string
  /** Further headers. In a browser the server's CORS has to allow them. */
  headers?: Record<string, string>
  /** A body to upload with PUT. */
  put?: { type: string; body: Uint8Array }
}

/** A response with an unread body. */
export interface OpenedUrl {
  status: number
  headers: Headers
  /** Can be iterated once. Leaving the iteration cancels the request. */
  chunks: AsyncGenerator<Uint8Array>
  /** Cancels the request if the body is not needed. */
  close: () => void
}

/**
 * Sends a GET or PUT request without cookies and referrer. The request is cancelled by the signal, by a timeout, or if
 * the reader stops.
 *
 * @throws SourceError `failed`, also while the body is read
 * @throws the signal's reason
 */
export async function openUrl (
  url: string,
  { accept, signal, followRedirects, headMs, stallMs, leastBytes = 0, userAgent, headers, put }: OpenUrlOptions
): Promise<OpenedUrl> {
  signal.throwIfAborted()
  const ending = new AbortController()
  const clock = new SilenceClock(() => {
    ending.abort()
  })
  const onAbort = (): void => {
    ending.abort(signal.reason)
  }
  const end = (): void => {
    clock.stop()
    signal.removeEventListener('abort', onAbort)
    ending.abort()
  }
  signal.addEventListener('abort', onAbort, { once: true })

  const failed = (err: unknown): unknown => {
    end()

    if (signal.aborted) {
      return signal.reason
    }

    if (clock.isOver) {
      return new SourceError('failed', `${clock.tookMs > 0 ? 'almost ' : ''}no data for ${clock.ms / 1000} s`)
    }

    return isError(err, SourceError) ? err : new SourceError('failed', failureReason(err as Error))
  }

  try {
    clock.start(headMs)
    const response = await fetch(url, {
      ...put == null ? {} : { method: 'PUT', body: put.body as BodyInit },
      headers: {
        Accept: accept,
        ...headers,
        ...userAgent == null ? {} : { 'User-Agent': userAgent },
        ...put == null ? {} : { 'Content-Type': put.type }
      },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: followRedirects ? 'follow' : 'manual',
      signal: ending.signal
    })
    clock.stop()
    checkRedirect(url, response)
    return {
      status: response.status,
      headers: response.headers,
      chunks: readChunks(response, { clock, stallMs, leastBytes, failed, end }),
      close: end
    }
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

/**
 * Yields the body. Uses the default reader: a BYOB reader that fills a buffer first would make a slow server look
 * stalled.
 */
async function* readChunks (
  { body }: Response,
  { clock, stallMs, leastBytes, failed, end }: Reading
): AsyncGenerator<Uint8Array> {
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
        ;[bytes, tookMs] = [0, 0]
      }

      yield value
    }
  } catch (err) {
    throw failed(err)
  } finally {
    end()
  }
}

/** Rejects redirects that must not be followed. They appear as a redirect status, or as an opaque response. */
function checkRedirect (asked: string, { type, status, url, redirected }: Response): void {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== NOT_MODIFIED)) {
    throw new SourceError('missing', 'leads elsewhere, which is not followed')
  }

  if (
    redirected && !(isPrivateUrl(new URL(url)) && (url.startsWith('https:') || new URL(asked).protocol === 'http:'))
  ) {
    throw new SourceError('failed', 'leads to a place that is not asked')
  }
}

/** Returns the reason of a failed fetch, which Node.js puts into the cause. */
function failureReason (err: Error): string {
  const { message } = err.cause instanceof Error && err.cause.message !== '' ? err.cause : err
  return `cannot be reached (${message})`
}

/** Calls back if it is started and not stopped in time. */
class SilenceClock {
  readonly #over: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  ms = 0
  tookMs = 0
  isOver = false

  constructor (over: () => void) {
    this.#over = over
  }

  /**
   * Starts the timeout.
   *
   * @param tookMs - the part of the time that has already passed
   */
  start (ms: number, tookMs = 0): void {
    this.ms = ms
    this.tookMs = tookMs
    this.#timer = setTimeout(() => {
      this.isOver = true
      this.#over()
    }, ms - tookMs)
  }

  stop (): void {
    clearTimeout(this.#timer)
  }
}
