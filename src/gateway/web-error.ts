import type { CID } from 'multiformats/cid'
import { retrievalReason } from '../blocks/retrieval-reason.ts'
import type { RetrievalReport } from '../blocks/retrieval-report.ts'
import { acceptsType } from '../http/accept.ts'
import type { GatewayConfig } from './config.ts'
import { errorStatus } from './error-status.ts'
import { errorPage } from './html/error-page.ts'
import { htmlPage } from './html/html-page.ts'
import { pageAdvice } from './html/page-advice.ts'
import { sourcesList } from './html/sources-list.ts'
import { waysOn } from './html/ways-on.ts'
import { nameTrouble } from './name-trouble.ts'
import { plainText } from './plain-text.ts'
import type { Trail } from './trail.ts'

const TAKES_ANYTHING = /^\s*(?:\*\/\*\s*)?$/

/** What was said of the content, and is not true of an error in its place. */
const CONTENT_HEADERS = ['Accept-Ranges', 'Cache-Control', 'Content-Disposition', 'Content-Range', 'Etag', 'Last-Modified', 'X-Ipfs-Roots']

export interface WebErrorOptions {
  /** how far the request came */
  trail?: Trail
  /** who was asked for what is missing */
  retrieval?: RetrievalReport
  /** the path of the request as it was sent, where a person can be shown ways on: the content shares its origin with an application */
  waysFrom?: string
  /** before a content path, where a page shows what it leads to */
  explorer?: string
}

/**
 * The answer to a request that failed: a page for browsers, text for all others (boxo `gateway/errors.go`).
 *
 * @param headers - as far as they were set
 */
export function webError (request: Request, headers: Headers, { disableHtmlErrors, diagnosticServiceUrl }: Pick<GatewayConfig, 'disableHtmlErrors' | 'diagnosticServiceUrl'>, error: unknown, { trail: { cid, lost } = {}, retrieval, waysFrom, explorer }: WebErrorOptions = {}): Response {
  const status = errorStatus(error)
  const message = error instanceof Error ? error.message : String(error)

  // what is missing may come: nobody may keep such an answer, though the content itself never changes
  if (status === 404 || status === 410 || (status >= 500 && status !== 501)) {
    CONTENT_HEADERS.forEach((name) => { headers.delete(name) })
  }

  const accept = request.headers.get('accept') ?? ''
  // Kubo's status is for those who ask as its own clients do, for whatever there is; a name that leads nowhere is no fault of ours
  const found = nameTrouble(error)
  const trouble = found?.status === status || (status === 500 && !TAKES_ANYTHING.test(accept)) ? found : undefined
  const seen = trouble?.status ?? status

  if (!disableHtmlErrors && acceptsType(accept, 'text/html')) {
    return htmlPage(headers, seen, errorPage(seen, retrieval == null ? message : withoutReason(message, retrieval), {
      // that a block is not here, or a name not in it, are two things to a person
      advice: trouble?.advice ?? (/no link named/.test(message) ? 'Nothing of this name is in the content.' : pageAdvice(retrieval, explorer)),
      sources: retrieval == null ? '' : sourcesList(retrieval),
      ways: waysFrom == null ? '' : waysOn(waysFrom, { lost, explorer }),
      diagnosisUrl: status === 504 && cid != null ? diagnosisUrl(diagnosticServiceUrl, cid) : undefined
    }))
  }

  return plainText(headers, trouble == null ? message : `${message}\n${trouble.advice}`, seen)
}

/** The list of sources says the same in full. */
function withoutReason (message: string, retrieval: RetrievalReport): string {
  const reason = `: ${retrievalReason(retrieval)}`
  return message.endsWith(reason) ? message.slice(0, -reason.length) : message
}

/** Where a person can find out who has a content (`Gateway.DiagnosticServiceURL`); undefined where that is switched off. */
function diagnosisUrl (service: string, cid: CID): string | undefined {
  return service === '' ? undefined : `${service}${service.includes('?') ? '&' : '?'}cid=${cid}`
}
