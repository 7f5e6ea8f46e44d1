import type { CID } from 'multiformats/cid'
import type { GatewayConfig } from './config.ts'
import { errorStatus } from './error-status.ts'
import { errorPage } from './html/error-page.ts'
import { htmlPage } from './html/html-page.ts'
import { nameTrouble } from './name-trouble.ts'
import { plainText } from './plain-text.ts'
import type { Trail } from './trail.ts'

/** What was said of the content, and is not true of an error in its place. */
const CONTENT_HEADERS = ['Accept-Ranges', 'Cache-Control', 'Content-Disposition', 'Content-Range', 'Etag', 'Last-Modified', 'X-Ipfs-Roots']

/**
 * The answer to a request that failed: a page for browsers, text for all others (boxo `gateway/errors.go`).
 *
 * @param headers - as far as they were set
 * @param trail - how far the request came
 */
export function webError (request: Request, headers: Headers, { disableHtmlErrors, diagnosticServiceUrl }: Pick<GatewayConfig, 'disableHtmlErrors' | 'diagnosticServiceUrl'>, error: unknown, { cid }: Trail = {}): Response {
  const status = errorStatus(error)
  const message = error instanceof Error ? error.message : String(error)

  // what is missing may come: nobody may keep such an answer, though the content itself never changes
  if (status === 404 || status === 410 || (status >= 500 && status !== 501)) {
    CONTENT_HEADERS.forEach((name) => { headers.delete(name) })
  }

  if (!disableHtmlErrors && (request.headers.get('accept') ?? '').includes('text/html')) {
    // text is for programs, which may know Kubo's statuses
    const trouble = status === 500 ? nameTrouble(error) : undefined
    const seen = trouble?.status ?? status
    return htmlPage(headers, seen, errorPage(seen, message, { advice: trouble?.advice, diagnosisUrl: status === 504 && cid != null ? diagnosisUrl(diagnosticServiceUrl, cid) : undefined }))
  }

  return plainText(headers, message, status)
}

/** Where a person can find out who has a content (`Gateway.DiagnosticServiceURL`); undefined where that is switched off. */
function diagnosisUrl (service: string, cid: CID): string | undefined {
  return service === '' ? undefined : `${service}${service.includes('?') ? '&' : '?'}cid=${cid}`
}
