import type { AskedSource, RetrievalReport } from '../../../blocks/exchange/retrieval-report.ts'
import { humanBytes } from '../../../go/text/human-bytes.ts'
import { escapeHtml } from '../../../http/response/escape-html.ts'

/**
 * Returns advice for content with known providers that are only reachable by WebRTC. WebRTC needs an open page of the
 * node; a waiting page does not count. Returns undefined if no provider was skipped for that reason.
 *
 * @param explorer - URL prefix of the explorer page, before a content path
 */
export function pageAdvice (report: RetrievalReport | undefined, explorer: string | undefined): string | undefined {
  if (report?.sources.some(({ needsPage }) => needsPage) !== true) {
    return undefined
  }

  return explorer == null
    ? 'The only copy is in another browser. Open a page of this node in another tab, and try again.'
    : 'The only copy is in another browser. Open it in Explore, and keep that page open.'
}

/** Time that other sources have, in milliseconds, before a person is led to a page that can connect to browsers. */
const OTHERS_MS = 3000

/**
 * Whether a waiting page should lead to a page of the node that can make WebRTC connections: the known providers need
 * one, and no other source has sent anything.
 *
 * @param ms - time since the request, in milliseconds
 */
export function needsAppPage (report: RetrievalReport | undefined, ms: number): boolean {
  return report?.bytes === 0 && report.sources.some(({ needsPage }) => needsPage) &&
    (ms > OTHERS_MS || report.sources.every(({ state }) => state !== 'asking'))
}

/** Maximum number of sources in the list; popular content has many. */
const MAX_SHOWN = 12

const ROLES: Record<AskedSource['role'], string> = {
  router: 'router',
  provider: 'source',
  gateway: 'gateway'
}

/**
 * Renders the sources that were asked for a content, and their answers, as a list. Empty if there are none. A router
 * that is asked by both the swarm and the HTTP exchange is listed once if both got the same answer.
 */
export function sourcesList ({ sources }: RetrievalReport): string {
  const all = [...new Set(sources.map(sourceItem))]
  const items = all.slice(0, MAX_SHOWN)
  const more = all.length > MAX_SHOWN
    ? `<li class="source"><span>and ${all.length - MAX_SHOWN} more</span></li>\n`
    : ''
  return items.length === 0
    ? ''
    : `<ul class="sheet list sources" aria-label="Places that were asked">\n${items.join('')}${more}</ul>\n`
}

function sourceItem (source: AskedSource): string {
  return `<li class="source ${source.state}"><span class="name" translate="no"><bdi>${
    escapeHtml(source.name)
  }</bdi></span><span class="role">${ROLES[source.role]}</span><span class="said">${
    escapeHtml(sourceText(source))
  }</span></li>\n`
}

function sourceText ({ role, state, found, bytes, problem }: AskedSource): string {
  switch (true) {
    case state === 'asking' && bytes === 0:
      return 'no answer yet'
    case state === 'failed':
      return problem ?? 'failed'
    case role === 'router':
      if (found === 0) {
        return 'knows no copy'
      }

      return found === 1 ? 'knows 1 copy' : `knows ${found} copies`
    default:
      return `${humanBytes(bytes)} in ${found} ${found === 1 ? 'block' : 'blocks'}${
        problem == null ? '' : `; ${problem}`
      }`
  }
}
