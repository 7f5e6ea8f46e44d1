import type { RetrievalReport } from '../../../blocks/exchange/retrieval-report.ts'
import { humanBytes } from '../../../go/text/human-bytes.ts'
import { escapeHtml } from '../../../http/response/escape-html.ts'
import { pageFrame } from '../page/html-page.ts'
import { visibleText } from '../page/visible-text.ts'
import { pageLinks } from './error-page-links.ts'
import type { PageLink } from './error-page-links.ts'
import { pageAdvice, sourcesList } from './page-advice.ts'

/**
 * Renders the beginning of a page that is shown while content is fetched. By CSS each later section replaces the
 * previous one. The links, to cancel and to other pages, are outside of the sections, so that they keep the keyboard
 * focus and can be clicked.
 */
export function waitingHead (path: string, links: readonly PageLink[] = []): string {
  const { head } = pageFrame('Fetching…', { main: 'waiting' })
  return `${head}<h1>Fetching…</h1>\n<p class="facts" translate="no"><bdi>${escapeHtml(path)}</bdi></p>\n${
    pageLinks(links)
  }`
}

/** Progress of a request. */
export interface WaitingFor {
  /** report of the sources that were asked for blocks */
  report: RetrievalReport | undefined
  /** the name that is being resolved */
  naming: string | undefined
  /** URL prefix of the explorer page, before a content path */
  explorer?: string | undefined
}

/**
 * Renders the current progress.
 *
 * @param ms - time since the request, in milliseconds
 */
export function waitingState ({ report, naming, explorer }: WaitingFor, ms: number): string {
  const advice = pageAdvice(report, explorer)

  return `<section class="state">\n<p class="progress">${progressText(report, naming, ms)}</p>\n${
    advice == null ? '' : `<p class="facts">${advice}</p>\n`
  }${report == null ? '' : sourcesList(report)}</section>\n`
}

/**
 * Renders the end of a waiting page: a refresh that requests the answer, and a link for browsers that do not follow it.
 *
 * @param target - URL of the answer; not the page's own URL
 */
export function waitingEnd (target: string): string {
  const { foot } = pageFrame('')
  const url = escapeHtml(target)
  return '<section class="state">\n<p class="progress">Found.</p>\n<p class="ways"><a class="main" ' +
    `href="${url}">Open</a></p>\n</section>\n<meta http-equiv="refresh" content="0; url=${url}">\n${foot}`
}

function progressText (report: WaitingFor['report'], naming: WaitingFor['naming'], ms: number): string {
  const secs = `${Math.floor(ms / 1000)} s`

  if (naming != null) {
    return `Looking up where <bdi translate="no">${escapeHtml(visibleText(naming))}</bdi> points: ${secs}`
  }

  if (report?.startedMs == null) {
    return `Reading: ${secs}`
  }

  const { bytes, blocks } = report
  return `Looking for it in the network: ${secs} · ${humanBytes(bytes)} in ${blocks} ${
    blocks === 1 ? 'block' : 'blocks'
  }`
}
