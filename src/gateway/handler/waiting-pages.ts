import { settledWithin } from '../../async/promises/settled-within.ts'
import { delay } from '../../async/timers/delay.ts'
import type { Later } from '../../async/timers/later.ts'
import type { RetrievalReport } from '../../blocks/exchange/retrieval-report.ts'
import { bodyStream } from '../../http/body/body-stream.ts'
import { htmlHeaders } from '../html/page/html-page.ts'
import { linksWithinSite } from '../html/status/error-page-links.ts'
import { needsAppPage } from '../html/status/page-advice.ts'
import { waitingEnd, waitingHead, waitingState } from '../html/status/waiting-page.ts'

/** Time within which an answer is returned without a waiting page. */
const QUICK_MS = 300

/** Interval of checks whether content is being fetched: the delay may also be due to the disk. */
const LOOK_MS = 100

/** Time after which reading a large body from the disk shows a waiting page too. */
const READING_MS = 2000

/** Intervals of progress updates, at first and after a while. */
const REPORT_MS = 500
const REPORT_SLOWLY_MS = 2000
const SLOWER_AFTER_MS = 30_000

/** Time within which a page must pick up its answer. A page that is still open requests it immediately. */
const PICK_UP_MS = 10_000

/** Maximum number of answers that are kept for waiting pages. */
const MAX_KEPT = 16

const encoder = new TextEncoder()

/** A pending answer. */
export interface ComingAnswer {
  /** never rejects */
  answer: Promise<Response>
  /** report of the sources that were asked for blocks so far */
  retrieval: () => RetrievalReport | undefined
  /** the name that is being resolved now */
  naming: () => string | undefined
  /** Cancels the answer, and reading its body. */
  abort: (reason: unknown) => void
  /** URL prefix of the explorer page, before a content path */
  explorer?: string | undefined
}

interface Kept {
  answer: Response
  /** fragment of the URL that was opened; the page must be redirected back to it first */
  hash: string
  drop: () => void
}

/**
 * Query parameter of the URL that a waiting page asks for at its end; its value is the fragment. It is the last one,
 * and is answered by a redirect to the URL without it. Without this detour, browsers treat a refresh to the page's own
 * URL as a reload: they do not scroll to the fragment, and a later reload can restore the waiting page from the
 * back/forward cache.
 */
const DETOUR = /[?&]swipfs-waited=([^&#]*)$/

/**
 * Shows progress to a user while the content of an opened page is retrieved. The waiting page is streamed and has no
 * scripts. At its end it requests the same URL again, and gets the answer that was made meanwhile. Leaving the page
 * cancels the retrieval.
 */
export class WaitingRoom {
  readonly #kept = new Map<string, Kept[]>()
  readonly #stopUrl: string | undefined
  readonly #isSite: boolean
  readonly #after: Later | undefined
  /** whether a page waits for the complete body of its answer, for browsers that may cut a body silently */
  readonly waitsForFullBody: boolean

  /**
   * @param stopUrl - URL to which the user can cancel; without it there is only the browser's own button
   * @param isSite - whether the whole origin is a content: pages link to its start page
   * @param after - starts the timer for the waiting page; for tests
   */
  constructor (
    { stopUrl, waitsForFullBody = false, isSite = false, after }: {
      stopUrl?: string
      waitsForFullBody?: boolean
      isSite?: boolean
      after?: Later
    } = {}
  ) {
    this.#stopUrl = stopUrl
    this.#isSite = isSite
    this.#after = after
    this.waitsForFullBody = waitsForFullBody
  }

  /**
   * Returns the answer that was prepared for a waiting page, or the redirect to it.
   *
   * @returns undefined if no page waited for this URL
   */
  take (requestUrl: string): Response | undefined {
    const { url, hash } = splitHash(requestUrl)
    const detour = DETOUR.exec(url)

    if (detour != null) {
      return redirectTo(url.slice(0, detour.index) + decodeHash(detour[1]))
    }

    const kept = this.#kept.get(url) ?? []
    const at = kept.findIndex((entry) => entry.hash === hash)

    if (at < 0) {
      const other = hash === '' ? kept.at(0) : undefined
      return other == null ? undefined : redirectTo(`${url}${other.hash}`)
    }

    const [entry] = kept.splice(at, 1)

    if (kept.length === 0) {
      this.#kept.delete(url)
    }

    entry.drop()
    return entry.answer
  }

  /** Returns the answer if it is ready soon, or needs no network; else a waiting page. */
  async show (request: Request, coming: ComingAnswer): Promise<Response> {
    const startMs = performance.now()

    for (let ms = QUICK_MS;; ms = LOOK_MS) {
      const settled = await settledWithin(coming.answer, ms, this.#after)

      if (settled !== 'late') {
        return await coming.answer
      }

      if (
        coming.retrieval()?.startedMs != null || coming.naming() != null ||
        (this.waitsForFullBody && performance.now() - startMs > READING_MS)
      ) {
        break
      }
    }

    const leaving = new AbortController()
    const headers = new Headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    htmlHeaders(headers)
    headers.set('Content-Type', 'text/html; charset=utf-8')

    return new Response(
      bodyStream(this.#page(request.url, coming, startMs, leaving.signal), {
        onEnd: (reason) => {
          if (reason !== undefined) {
            leaving.abort(reason)
            coming.abort(reason)
          }
        }
      }),
      { headers }
    )
  }

  async *#page (
    requestUrl: string,
    { answer, retrieval, naming, abort, explorer }: ComingAnswer,
    startMs: number,
    signal: AbortSignal
  ): AsyncGenerator<Uint8Array> {
    const { pathname, search } = new URL(requestUrl)
    yield encoder.encode(
      waitingHead(pathname, [
        ...this.#stopUrl == null ? [] : [[this.#stopUrl, 'Stop'] as const],
        ...this.#isSite ? linksWithinSite(pathname) : [],
        ...explorer == null ? [] : [[explorer + pathname, 'Explore'] as const]
      ])
    )
    let ended = false
    const end = answer.then(() => {
      ended = true
    })

    while (!ended) {
      const ms = performance.now() - startMs

      if (explorer != null && needsAppPage(retrieval(), ms)) {
        const { hash } = splitHash(requestUrl)
        abort(new DOMException('Another page fetches it', 'AbortError'))
        yield encoder.encode(waitingEnd(`${explorer}${pathname}?visit=${encodeURIComponent(search + hash)}`))
        return
      }

      yield encoder.encode(waitingState({ report: retrieval(), naming: naming(), explorer }, ms))
      const reporting = new AbortController()
      await Promise.race([
        end,
        delay(ms < SLOWER_AFTER_MS ? REPORT_MS : REPORT_SLOWLY_MS, AbortSignal.any([signal, reporting.signal]))
      ]).finally(() => {
        reporting.abort()
      })
    }

    const { url, hash } = splitHash(requestUrl)
    this.#keep(url, hash, await answer, abort)
    yield encoder.encode(
      waitingEnd(`${pathname}${search}${search === '' ? '?' : '&'}swipfs-waited=${encodeURIComponent(hash)}`)
    )
  }

  #keep (url: string, hash: string, answer: Response, abort: (reason: unknown) => void): void {
    const kept = this.#kept.get(url) ?? []
    const timer = setTimeout(() => {
      forget()
    }, PICK_UP_MS)
    const entry: Kept = {
      answer,
      hash,
      drop: () => {
        clearTimeout(timer)
      }
    }

    const forget = (): void => {
      if (kept.includes(entry)) {
        kept.splice(kept.indexOf(entry), 1)
      }

      const reason = new DOMException('nobody asked for the answer', 'AbortError')
      answer.body?.cancel(reason).catch(() => {})
      abort(reason)
    }

    // Limits abandoned answers: more waiting pages than this are not being watched at once.
    if (kept.length >= MAX_KEPT) {
      forget()
      return
    }

    kept.push(entry)
    this.#kept.set(url, kept)
  }
}

function redirectTo (url: string): Response {
  return new Response(null, { status: 302, headers: { Location: url, 'Cache-Control': 'no-store' } })
}

/** Decodes the fragment of a detour. The URL is untrusted input. */
function decodeHash (text: string): string {
  try {
    const hash = decodeURIComponent(text)
    return hash.startsWith('#') ? hash : ''
  } catch {
    return ''
  }
}

/** Splits off the fragment, which is part of URLs in a worker. */
function splitHash (text: string): { url: string; hash: string } {
  const at = text.indexOf('#')
  return at < 0 ? { url: text, hash: '' } : { url: text.slice(0, at), hash: text.slice(at) }
}
