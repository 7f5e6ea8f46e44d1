import type { CID } from 'multiformats/cid'
import { retrievalReason } from '../../../blocks/exchange/retrieval-reason.ts'
import type { RetrievalReport } from '../../../blocks/exchange/retrieval-report.ts'
import { isError } from '../../../errors/define-error.ts'
import { acceptsType } from '../../../http/headers/accept.ts'
import { blockingList, errorStatus } from '../../errors/error-status.ts'
import { StatusError } from '../../errors/gateway-errors.ts'
import { plainText } from '../../errors/plain-text.ts'
import type { Trail } from '../../request/backend.ts'
import type { GatewayConfig } from '../../request/config.ts'
import { htmlPage } from '../page/html-page.ts'
import { errorPageLinks, siteErrorLinks } from './error-page-links.ts'
import type { SiteOfPage } from './error-page-links.ts'
import { errorPage } from './error-page.ts'
import { nameTrouble } from './name-error-advice.ts'
import { pageAdvice, sourcesList } from './page-advice.ts'

const TAKES_ANYTHING = /^\s*(?:\*\/\*\s*)?$/

/** Headers that describe the content, and do not apply to an error answer. */
const CONTENT_HEADERS = [
  'Accept-Ranges',
  'Cache-Control',
  'Content-Disposition',
  'Content-Range',
  'Etag',
  'Last-Modified',
  'X-Ipfs-Roots'
]

export interface WebErrorOptions {
  /** progress of the request */
  trail?: Trail
  /** report of the sources that were asked for missing blocks */
  retrieval?: RetrievalReport
  /**
   * original path of the request, for links to actions; set if the content shares its origin with an application, or
   * has an origin of its own
   */
  linksFrom?: string | undefined
  /** the origin of the content; undefined if the path names the content */
  site?: SiteOfPage | undefined
  /** URL prefix of the explorer page, before a content path */
  explorer?: string
}

/**
 * Answers a failed request: with a page for browsers, with text for other clients (boxo `gateway/errors.go`).
 *
 * @param headers - the headers that are set so far
 */
export function webError (
  request: Request,
  headers: Headers,
  { disableHtmlErrors, diagnosticServiceUrl }: Pick<GatewayConfig, 'disableHtmlErrors' | 'diagnosticServiceUrl'>,
  error: unknown,
  { trail: { cid, lost } = {}, retrieval, linksFrom, site, explorer }: WebErrorOptions = {}
): Response {
  const status = errorStatus(error)
  const list = blockingList(error)
  const message = errorText(error, list)

  setErrorHeaders(headers, error, mayChange(status) || list != null)
  const accept = request.headers.get('accept') ?? ''
  const trouble = troubleFor(accept, status, error)
  const seen = trouble?.status ?? status

  if (!disableHtmlErrors && acceptsType(accept, 'text/html')) {
    return htmlPage(
      headers,
      seen,
      errorPage(seen, retrieval == null ? message : withoutReason(message, retrieval), {
        // Users should be able to distinguish a missing block from a missing name.
        advice: trouble?.advice ?? adviceAbout(message) ?? pageAdvice(retrieval, explorer),
        sources: retrieval == null ? '' : sourcesList(retrieval),
        // Links to the same content elsewhere would be a way around.
        ways: list == null ? errorLinks({ linksFrom, site, explorer }, lost) : '',
        diagnosisUrl: status === 504 && cid != null ? diagnosisUrl(diagnosticServiceUrl, cid) : undefined
      })
    )
  }

  return plainText(headers, trouble == null ? message : `${message}\n${trouble.advice}`, seen)
}

/** Returns the message of an error, and the denylist that is its reason. */
function errorText (error: unknown, list: string | undefined): string {
  return `${error instanceof Error ? error.message : String(error)}${list == null ? '' : ` (${list})`}`
}

/** Whether a failure may end: missing content may become available, so the answer must not be cached. */
function mayChange (status: number): boolean {
  return status === 404 || status === 410 || (status >= 500 && status !== 501)
}

/**
 * Returns the problem with a name, if the client should get its status. Clients that accept anything, like Kubo's own,
 * get Kubo's status. Browsers get a status that does not blame the gateway for an unresolvable name.
 */
function troubleFor (accept: string, status: number, error: unknown): ReturnType<typeof nameTrouble> {
  const found = nameTrouble(error)
  return found?.status === status || (status === 500 && !TAKES_ANYTHING.test(accept)) ? found : undefined
}

function adviceAbout (message: string): string | undefined {
  return /no link named/.test(message) ? 'The content has no item with this name.' : undefined
}

/** Renders the links of an error page; none for a page that is no part of an application or site. */
function errorLinks (
  { linksFrom, site, explorer }: Pick<WebErrorOptions, 'linksFrom' | 'site' | 'explorer'>,
  lost: number | undefined
): string {
  if (linksFrom == null) {
    return ''
  }

  return site == null ? errorPageLinks(linksFrom, { lost, explorer }) : siteErrorLinks(linksFrom, site, lost)
}

/** Removes the reason from a message, because the list of sources contains it in full. */
function withoutReason (message: string, retrieval: RetrievalReport): string {
  const reason = `: ${retrievalReason(retrieval)}`
  return message.endsWith(reason) ? message.slice(0, -reason.length) : message
}

/**
 * Returns the URL at which a user can look up the providers of a content (`Gateway.DiagnosticServiceURL`); undefined if
 * it is disabled.
 */
function diagnosisUrl (service: string, cid: CID): string | undefined {
  return service === '' ? undefined : `${service}${service.includes('?') ? '&' : '?'}cid=${cid}`
}

/** @param isTemporary - whether the same request may have another answer later */
function setErrorHeaders (headers: Headers, error: unknown, isTemporary: boolean): void {
  if (isTemporary) {
    CONTENT_HEADERS.forEach((name) => {
      headers.delete(name)
    })
  }

  if (isError(error, StatusError) && error.cacheControl != null) {
    headers.set('Cache-Control', error.cacheControl)
  }

  // A browser would save the error page under the name of the content.
  headers.delete('Content-Disposition')
}
