import type { CID } from 'multiformats/cid'
import { cidText } from '../../cid/cid-text.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import { escapePath, pathEscape, queryEscape } from '../../go/escape.ts'
import type { DirectoryEntry } from '../../unixfs/read/list-directory.ts'
import { isRoot } from './breadcrumbs.ts'
import { cidLink } from './cid-link.ts'
import { pageFrame } from './html-page.ts'
import { humanBytes } from '../../go/human-bytes.ts'
import { pageHeading } from './page-heading.ts'
import type { PageOrigin } from './page-origin.ts'
import { shortCid } from './short-cid.ts'

export interface ListingInit {
  /** the content path */
  path: string
  /** the path of the URL, decoded: links start from it */
  urlPath: string
  origin: PageOrigin
  cid: CID
  /** bytes of all blocks of the directory */
  dagSize: number
}

export interface ListingPage {
  head: string
  row: (entry: DirectoryEntry) => string
  /** stands for the rows of an empty directory */
  nothing: string
  foot: string
}

/** The page of a directory in parts. Names can be anything: all text is escaped. */
export function listingPage ({ path, urlPath, origin, cid, dagSize }: ListingInit): ListingPage {
  const { head, foot } = pageFrame(path)
  const base = escapePath(urlPath.endsWith('/') ? urlPath : `${urlPath}/`)
  const up = isRoot(path) ? '' : `<li class="up" title="To the directory above"><a href="${escapeHtml(base)}..">..</a></li>\n`
  const size = `<span title="All blocks of this directory and of what is in it">${humanBytes(dagSize)}</span>`

  return {
    head: `${head}${pageHeading(path, cid, size, origin, 'Index of ')}<ul class="list sheet">\n${up}`,
    row: (entry) => listingRow(base, origin, entry),
    nothing: '<li class="up empty">Nothing is in this directory.</li>\n',
    foot: `</ul>\n${foot}`
  }
}

/** The links are written as boxo writes them, which public suites compare: so the name behind a CID is escaped twice. */
function listingRow (base: string, origin: PageOrigin, { name, cid, tsize }: DirectoryEntry): string {
  const text = cidText(cid)

  return `<li><span class="name"><a href="${escapeHtml(base + pathEscape(name))}">${escapeHtml(name)}</a></span>` +
    `<span class="cid" title="${text}"><a class="ipfs-hash" translate="no" ${cidLink(text, origin, `?filename=${queryEscape(pathEscape(name))}`)}>${shortCid(text)}</a></span>` +
    `<span class="size">${humanBytes(tsize)}</span></li>\n`
}
