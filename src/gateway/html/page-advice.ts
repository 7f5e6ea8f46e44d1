import type { RetrievalReport } from '../../blocks/retrieval-report.ts'

/**
 * What a person can do where those who are said to have a content are met by WebRTC alone, which pages of the node hold: one that waits for content is none
 * of them. Undefined where nobody was passed by for that.
 *
 * @param explorer - before a content path, where such a page shows what it leads to
 */
export function pageAdvice (report: RetrievalReport | undefined, explorer: string | undefined): string | undefined {
  const advice = explorer == null ? 'open one in another tab, and try again' : 'Explore is one, and fetches it'
  return report?.sources.some(({ needsPage }) => needsPage) === true ? `Who has this is met by WebRTC, which needs an open page of this node: ${advice}.` : undefined
}
