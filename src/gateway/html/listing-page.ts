import type { CID } from 'multiformats/cid'
import { escapeHtml } from '../../http/escape-html.ts'
import { escapePath, pathEscape } from '../../http/go-escape.ts'
import type { DirectoryEntry } from '../../unixfs/read/list-directory.ts'
import { breadcrumbs } from './breadcrumbs.ts'
import { pageFrame } from './html-page.ts'
import { humanBytes } from './human-bytes.ts'
import { shortCid } from './short-cid.ts'

export interface ListingInit {
  /** the content path */
  path: string
  /** the path of the URL, decoded: links start from it */
  urlPath: string
  cid: CID
  /** bytes of all blocks of the directory */
  dagSize: number
}

/** The page of a directory: what stands before the rows, a row, what stands behind. Names can be anything: all text is escaped. */
export function listingPage ({ path, urlPath, cid, dagSize }: ListingInit): { head: string, row: (entry: DirectoryEntry) => string, foot: string } {
  const { head, foot } = pageFrame(path)
  const base = escapePath(urlPath.endsWith('/') ? urlPath : `${urlPath}/`)

  return {
    head: `${head}<h1>${breadcrumbs(path)}</h1>\n<p class="facts"><span class="cid" translate="no">${escapeHtml(cid.toString())}</span> · <span title="All blocks of this directory, with those of its files">${humanBytes(dagSize)}</span></p>\n` +
      `<ul class="list sheet">\n${isRoot(path) ? '' : `<li class="up"><a class="name" href="${escapeHtml(base)}..">..</a></li>\n`}`,

    row: ({ name, cid, tsize }) => {
      const text = escapeHtml(cid.toString())
      return `<li><a class="name" href="${escapeHtml(base + pathEscape(name))}">${escapeHtml(name)}</a>` +
        `<a class="cid" translate="no" href="/ipfs/${text}?filename=${escapeHtml(encodeURIComponent(name))}" title="${text}">${escapeHtml(shortCid(cid.toString()))}</a>` +
        `<span class="size">${humanBytes(tsize)}</span></li>\n`
    },

    foot: `</ul>\n${foot}`
  }
}

/** Above the root of a content there is nothing of it. */
function isRoot (path: string): boolean {
  return path.split('/').filter((name) => name !== '').length === 2
}
