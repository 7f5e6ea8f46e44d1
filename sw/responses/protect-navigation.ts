import { opensTab } from '../../src/gateway/html/content/is-page.ts'
import { insertPingScript } from '../../src/gateway/html/page/insert-ping-script.ts'
import { inlinePingScript } from '../../src/gateway/html/page/ping-script.ts'
import type { PingScript } from '../../src/gateway/html/page/ping-script.ts'
import { downloadPage } from '../../src/gateway/html/status/download-page.ts'
import { readStart } from '../../src/http/body/read-body-start.ts'
import { blobResponse, isBlobResponse } from '../../src/http/response/blob-response.ts'
import { isSaved } from '../../src/http/response/is-download.ts'
import type { OpenResponses } from './open-responses.ts'

/** A file that is complete within this time is sent as a Blob, and needs no page to keep the worker alive. */
const START_MS = 2000
/** limit of bytes that are buffered meanwhile */
const START_BYTES = 16 * 1024 * 1024

type Answers = Pick<OpenResponses, 'mayTruncate' | 'hasPage' | 'hasPingingPage' | 'downloads'>

/**
 * Protects the answer to a navigation from being cut silently. Pages of the gateway get the ping script. A longer
 * download while no page can ping is answered with a page that pings and starts the download, or by redirects until it
 * is complete ({@link BufferedDownloads}).
 *
 * @param answers - open answers of the worker; in browsers that do not cut answers silently the response is unchanged
 * @param makeScript - makes the ping script
 */
export async function protectNavigation (
  request: Request,
  response: Response,
  answers: Answers,
  makeScript: () => PingScript = inlinePingScript
): Promise<Response> {
  if (!answers.mayTruncate || request.mode !== 'navigate') {
    return response
  }

  const script = makeScript()
  return insertPingScript(
    opensTab(request) && isSaved(response) ? await protectDownload(request, response, answers, script) : response,
    script
  )
}

async function protectDownload (
  request: Request,
  response: Response,
  answers: Answers,
  script: PingScript
): Promise<Response> {
  if (response.body == null || isBlobResponse(response)) {
    return response
  }

  const { status, statusText, headers } = response
  const start = await readStart(response.body, { maxBytes: START_BYTES, maxMs: START_MS })

  if ('complete' in start) {
    return blobResponse(new Blob(start.complete), { status, statusText, headers })
  }

  if (await answers.hasPingingPage()) {
    return new Response(start.stream, { status, statusText, headers })
  }

  // The browser sends the same request for a link and for `<a download>`, which works within an origin only.
  if (
    isOfOrigin(request.referrer, new URL(request.url).origin) || (request.referrer === '' && await answers.hasPage())
  ) {
    return await answers.downloads.start(request.url, new Response(start.stream, { status, statusText, headers }))
  }

  await start.stream.cancel(new DOMException('a page is opened first that keeps the worker alive', 'AbortError'))
  return downloadPage(fileName(headers.get('content-disposition') ?? '') ?? new URL(request.url).pathname, script)
}

function isOfOrigin (referrer: string, origin: string): boolean {
  return URL.canParse(referrer) && new URL(referrer).origin === origin
}

function fileName (disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []

  try {
    return encoded == null ? undefined : decodeURIComponent(encoded)
  } catch {
    return undefined // invalid encoding
  }
}
