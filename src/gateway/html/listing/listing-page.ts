import type { CID } from 'multiformats/cid'
import { cidText } from '../../../cid/text/cid-text.ts'
import { humanBytes } from '../../../go/text/human-bytes.ts'
import { escapePath, pathEscape, queryEscape } from '../../../go/url/escape.ts'
import { escapeHtml } from '../../../http/response/escape-html.ts'
import type { DirectoryEntry } from '../../../unixfs/read/directory/list-directory.ts'
import { isRoot } from '../page/breadcrumbs.ts'
import { cidLink } from '../page/cid-link.ts'
import { kindLabel } from '../page/entry-kind.ts'
import type { EntryKind } from '../page/entry-kind.ts'
import { pageFrame } from '../page/html-page.ts'
import { pageHeading } from '../page/page-heading.ts'
import { exploreUrl } from '../page/page-origin.ts'
import type { PageOrigin } from '../page/page-origin.ts'
import { visibleText } from '../page/visible-text.ts'
import { listingTools } from './listing-tools.ts'
import type { ListingTools } from './listing-tools.ts'

export interface ListingInit {
  /** content path */
  path: string
  /** decoded path of the URL, the base of links */
  urlPath: string
  origin: PageOrigin
  cid: CID
  /** size of all blocks of the directory */
  dagSize: number | bigint
  /** requested order and filters */
  options: ListingTools
}

export interface ListingPage {
  head: string
  /**
   * Renders an entry.
   *
   * @param kind - undefined if unknown
   */
  row: (entry: DirectoryEntry, kind: EntryKind | undefined) => string
  /** replaces the rows of an empty directory */
  nothing: string
  foot: string
}

/**
 * Returns the parts of a directory's page. Names are untrusted: all text is escaped, and hidden characters are made
 * visible.
 */
export function listingPage ({ path, urlPath, origin, cid, dagSize, options }: ListingInit): ListingPage {
  const { head, foot } = pageFrame(visibleText(path))
  const base = escapePath(urlPath.endsWith('/') ? urlPath : `${urlPath}/`)
  const up = isRoot(path)
    ? ''
    : `<li class="up" title="To the parent folder"><a href="${escapeHtml(base)}..">..</a></li>\n`
  const explore = exploreUrl(origin, path, cid)?.replace(/\/?$/, '/')
  const size = `<span title="Total size">${
    humanBytes(dagSize)
  }</span> · download as <a href="?format=tar">TAR</a> · <a href="?format=car">CAR</a>`

  return {
    head: `${head}${pageHeading(path, cid, size, origin, 'Index of ')}${listingTools(options)}<ul class="list sheet${
      explore == null ? '' : ' viewed'
    }">\n${up}`,
    row: (entry, kind) => listingRow(base, origin, explore, entry, kind),
    nothing: `<li class="up empty">${emptyText(options)}</li>\n`,
    foot: `</ul>\n${foot}`
  }
}

/**
 * Renders an entry. Links are written as in boxo, because public test suites compare them. Only the file name of CID
 * links differs: boxo escapes it twice. An entry of unknown kind has no download link, because it may be a directory.
 *
 * @param explore - URL of the directory in the explorer of this origin, with a trailing slash
 */
function listingRow (
  base: string,
  origin: PageOrigin,
  explore: string | undefined,
  { name, cid, tsize }: DirectoryEntry,
  kind: EntryKind | undefined
): string {
  const text = cidText(cid)
  const href = escapeHtml(base + pathEscape(name))
  const icon = kind == null
    ? '<span class="icon"></span>'
    : `<span class="icon ${kind}" role="img" aria-label="${kindLabel(kind)}"></span>`
  const query = `${kind === 'folder' ? 'format=tar' : 'download=true'}&amp;filename=${
    queryEscape(kind === 'folder' ? `${name}.tar` : name)
  }`
  const save = kind == null ? '' : `<a href="./${escapeHtml(pathEscape(name))}?${query}" aria-label="Download">↓</a>`
  const view = explore == null || kind === 'folder'
    ? ''
    : `<a href="${escapeHtml(explore + pathEscape(name))}">View</a>`

  return `<li>${icon}<bdi class="name" translate="no"><a href="${href}">${escapeHtml(visibleText(name))}</a></bdi>` +
    `<span class="cid"><a class="ipfs-hash" translate="no" ${
      cidLink(text, origin, `?filename=${queryEscape(name)}`)
    }>${text}</a></span>` +
    `<span class="size">${humanBytes(tsize)}</span>` +
    `<span class="save">${view}${save}</span></li>\n`
}

function emptyText ({ name, kind }: ListingInit['options']): string {
  if (name !== '') {
    return 'No matches.'
  }

  return kind == null ? 'This folder is empty.' : 'No items of this type.'
}
