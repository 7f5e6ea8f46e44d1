import type { RetrievalReport } from '../../blocks/retrieval-report.ts'
import { humanBytes } from '../../go/human-bytes.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import { pageFrame } from './html-page.ts'
import { pageAdvice } from './page-advice.ts'
import { sourcesList } from './sources-list.ts'
import { visibleText } from './visible-text.ts'

/** Where a person goes who waits no longer, or looks at it in the page meanwhile; no link for what is left out. */
export interface WaitingWays {
  stopUrl?: string | undefined
  exploreUrl?: string | undefined
}

/**
 * The beginning of a page that is shown while content is fetched. What stands behind it replaces what stood there before, by its style.
 * The ways out are not replaced with it: who presses one, or has gone to it by the keyboard, would lose it each time.
 */
export function waitingHead (path: string, { stopUrl, exploreUrl }: WaitingWays = {}): string {
  const { head } = pageFrame('Fetching …', { main: 'waiting' })
  const ways = [[stopUrl, 'Stop'], [exploreUrl, 'Explore']].flatMap(([url, name]) => url == null ? [] : `<a href="${escapeHtml(url)}">${name}</a>`)
  return `${head}<h1>Fetching …</h1>\n<p class="facts" translate="no"><bdi>${escapeHtml(path)}</bdi></p>\n` +
    (ways.length === 0 ? '' : `<p class="ways">${ways.join('')}</p>\n`)
}

/** What is known of what is waited for. */
export interface WaitingFor {
  /** who was asked for blocks */
  report: RetrievalReport | undefined
  /** the name that is being looked up */
  naming: string | undefined
  /** before a content path: where a page shows what it leads to */
  explorer?: string | undefined
}

/** What happens now. @param ms - since the person has asked */
export function waitingState ({ report, naming, explorer }: WaitingFor, ms: number): string {
  const { bytes = 0, blocks = 0 } = report ?? {}
  const advice = pageAdvice(report, explorer)
  const secs = `${Math.floor(ms / 1000)} s`

  const what = naming != null
    ? `Looking up where <bdi translate="no">${escapeHtml(visibleText(naming))}</bdi> leads. ${secs} so far`
    : report?.startedMs == null
      ? `Reading it. ${secs} so far`
      : `This is not kept here, so others are asked for it. ${secs} · ${humanBytes(bytes)} in ${blocks} ${blocks === 1 ? 'block' : 'blocks'} so far`

  return `<section class="state">\n<p class="progress">${what}</p>\n${advice == null ? '' : `<p class="facts">${advice}</p>\n`}${report == null ? '' : sourcesList(report)}</section>\n`
}

/**
 * The end of a waiting page: it asks for the answer, and has a link for browsers that do not follow the refresh.
 *
 * @param target - where the answer is; not the page's own URL
 */
export function waitingEnd (target: string): string {
  const { foot } = pageFrame('')
  const url = escapeHtml(target)
  return `<section class="state">\n<p class="progress">It is here.</p>\n<p class="ways"><a class="main" href="${url}">Show it</a></p>\n</section>\n<meta http-equiv="refresh" content="0; url=${url}">\n${foot}`
}
