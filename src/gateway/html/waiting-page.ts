import type { RetrievalReport } from '../../blocks/retrieval-report.ts'
import { humanBytes } from '../../go/human-bytes.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import { pageFrame } from './html-page.ts'
import { sourcesList } from './sources-list.ts'
import { visibleText } from './visible-text.ts'

/** The beginning of a page that is shown while content is fetched. What stands behind it replaces what stood there before, by its style. */
export function waitingHead (path: string): string {
  const { head } = pageFrame('Fetching …', { main: 'waiting' })
  return `${head}<h1>Fetching …</h1>\n<p class="facts" translate="no"><bdi>${escapeHtml(path)}</bdi></p>\n`
}

/** What is known of what is waited for. */
export interface WaitingFor {
  /** who was asked for blocks */
  report: RetrievalReport | undefined
  /** the name that is being looked up */
  naming: string | undefined
  /** where a person goes who waits no longer; no link when left out */
  stopUrl: string | undefined
  /** where a page shows what it is meanwhile, and what there is to do with it; no link when left out */
  exploreUrl?: string | undefined
}

/** What happens now. @param ms - since the person has asked */
export function waitingState ({ report, naming, stopUrl, exploreUrl }: WaitingFor, ms: number): string {
  const { bytes = 0, blocks = 0 } = report ?? {}
  const secs = `${Math.floor(ms / 1000)} s`

  const what = naming != null
    ? `Looking up where <bdi translate="no">${escapeHtml(visibleText(naming))}</bdi> leads. ${secs} so far`
    : `This is not kept here, so others are asked for it. ${secs} · ${humanBytes(bytes)} in ${blocks} ${blocks === 1 ? 'block' : 'blocks'} so far`

  return `<section class="state">\n<p class="progress">${what}</p>\n` +
    `${report == null ? '' : sourcesList(report)}${stopUrl == null ? '' : `<p class="ways"><a href="${escapeHtml(stopUrl)}">Stop</a>${exploreUrl == null ? '' : `<a href="${escapeHtml(exploreUrl)}">Explore</a>`}</p>\n`}</section>\n`
}

/**
 * The answer is there: the page asks for it, and shows a link where a browser does not go by itself.
 *
 * @param target - the URL of the page without a fragment: with one a browser would stay where it is
 */
export function waitingEnd (target: string): string {
  const { foot } = pageFrame('')
  const url = escapeHtml(target)
  return `<section class="state">\n<p class="progress">It is here.</p>\n<p class="ways"><a class="main" href="${url}">Show it</a></p>\n</section>\n<meta http-equiv="refresh" content="0; url=${url}">\n${foot}`
}
