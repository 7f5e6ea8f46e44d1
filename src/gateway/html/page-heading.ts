import type { CID } from 'multiformats/cid'
import { escapeHtml } from '../../http/escape-html.ts'
import { breadcrumbs, pageName } from './breadcrumbs.ts'
import { exploreUrl } from './page-origin.ts'
import type { PageOrigin } from './page-origin.ts'
import { visibleText } from './visible-text.ts'

/**
 * The top of a page about some content: the way to it, its name, its CID, and where it is explored.
 *
 * @param facts - HTML behind the CID
 * @param prefix - plain words before the way
 */
export function pageHeading (contentPath: string, cid: CID, facts: string, origin: PageOrigin, prefix = ''): string {
  const url = exploreUrl(origin, contentPath, cid)
  const explore = url == null ? '' : ` · <a href="${escapeHtml(url)}">explore</a>`

  return `${breadcrumbs(contentPath, origin, prefix)}\n<h1><bdi>${escapeHtml(visibleText(pageName(contentPath)))}</bdi></h1>\n` +
    `<p class="facts"><span class="cid" translate="no">${escapeHtml(cid.toString())}</span> · ${facts}${explore}</p>\n`
}
