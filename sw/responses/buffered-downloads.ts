import { settledWithin } from '../../src/async/promises/settled-within.ts'
import { opensTab } from '../../src/gateway/html/content/is-page.ts'
import { blobResponse } from '../../src/http/response/blob-response.ts'

/** Interval of redirects. Each one causes a fetch event, which keeps the worker alive in Firefox. */
const REDIRECT_MS = 20_000
/** Firefox follows 20 redirects (`network.http.redirection-limit`). */
const MAX_REDIRECTS = 19
/** A download that is not requested again within this time was cancelled. */
const FORGET_MS = 30_000

interface Download {
  buffered: Promise<Response>
  redirects: number
  forget: ReturnType<typeof setTimeout> | undefined
}

/**
 * Downloads that start from a page that cannot ping, and may be due to `<a download>`, which would save an HTML page as
 * the file. The browser is redirected to the same address repeatedly until the whole file has arrived as a Blob.
 */
export class BufferedDownloads {
  readonly #downloads = new Map<string, Download>()

  /** Returns the answer to a redirected request; undefined if no download is pending for it. */
  take (request: Pick<Request, 'url' | 'method' | 'mode' | 'destination'>): Promise<Response> | undefined {
    const download = this.#downloads.get(request.url)
    return download == null || !opensTab(request) ? undefined : this.#answer(request.url, download)
  }

  /**
   * Reads a body to its end. Until then resolves with a redirect to the same address.
   *
   * @throws the error of the body
   */
  async start (url: string, response: Response): Promise<Response> {
    const { status, statusText, headers } = response
    const buffered = response.blob().then((blob) => blobResponse(blob, { status, statusText, headers }))
    buffered.catch(() => {}) // thrown where it is awaited
    const download: Download = { buffered, redirects: 0, forget: undefined }
    this.#downloads.set(url, download)
    return await this.#answer(url, download)
  }

  async #answer (url: string, download: Download): Promise<Response> {
    clearTimeout(download.forget)
    const ended = await settledWithin(download.buffered, REDIRECT_MS)

    if (ended === 'late' && download.redirects < MAX_REDIRECTS) {
      download.redirects++
      download.forget = setTimeout(() => {
        this.#delete(url, download)
      }, FORGET_MS)
      return new Response(null, { status: 302, headers: { Location: url, 'Cache-Control': 'no-store' } })
    }

    this.#delete(url, download)

    if (ended === 'late') {
      throw new DOMException(
        'the download takes longer than this browser waits: open the page of the node, and save the file there',
        'TimeoutError'
      )
    }

    if ('error' in ended) {
      throw ended.error
    }

    return ended.value
  }

  #delete (url: string, download: Download): void {
    if (this.#downloads.get(url) === download) {
      this.#downloads.delete(url)
    }
  }
}
