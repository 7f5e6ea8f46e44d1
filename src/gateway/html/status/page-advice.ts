import type { RetrievalReport } from '../../../blocks/exchange/retrieval-report.ts'

/**
 * Returns advice for content whose known providers are only reachable by WebRTC, which needs an open page of the node;
 * a waiting page is none. Returns undefined if no provider was skipped for that reason.
 *
 * @param explorer - URL prefix of the explorer page, before a content path
 */
export function pageAdvice (report: RetrievalReport | undefined, explorer: string | undefined): string | undefined {
  const advice = explorer == null ? 'open one in another tab, and try again' : 'Explore is one, and fetches it'
  return report?.sources.some(({ needsPage }) => needsPage) === true
    ? `Who has this is met by WebRTC, which needs an open page of this node: ${advice}.`
    : undefined
}
