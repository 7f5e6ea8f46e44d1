import type { CID } from 'multiformats/cid'
import { escapeHtml } from '../../../http/response/escape-html.ts'
import { breadcrumbs, pageName } from './breadcrumbs.ts'
import { exploreUrl } from './page-origin.ts'
import type { PageOrigin } from './page-origin.ts'
import { visibleText } from './visible-text.ts'

/**
 * Renders the heading of a page about a content: its path, name and CID, and a link to the explorer.
 *
 * @param facts - HTML after the CID
 * @param prefix - plain text before the path
 */
export function pageHeading (contentPath: string, cid: CID, facts: string, origin: PageOrigin, prefix = ''): string {
  const url = exploreUrl(origin, contentPath, cid)
  const explore = url == null ? '' : ` · <a href="${escapeHtml(url)}">explore</a>`

  return `${breadcrumbs(contentPath, origin, prefix)}\n<h1><bdi translate="no">${
    escapeHtml(visibleText(pageName(contentPath)))
  }</bdi></h1>\n` +
    `<p class="facts"><span class="cid" translate="no">${escapeHtml(cid.toString())}</span> · ${facts}${explore}</p>\n`
}
