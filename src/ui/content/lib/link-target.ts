import { escapedPath } from '../../lib/links/content-href.ts'
import { contentPath } from '../../lib/links/content-path.ts'
import { pathParts } from '../../lib/links/mfs-path.ts'

/** Base for relative links: only links that stay below it belong to this content. */
const ORIGIN = 'https://content.invalid'

/**
 * Target of a link in a document: its own content (`own`), other content (`content`), a heading, the web, or nothing
 * (`none`). `none` includes scripts such as `javascript:`, and paths that would leave the content by dot segments.
 *
 * @param url - as it is written
 * @param path - content path of the document, `/ipfs/CID/docs/readme.md`
 */
export type LinkTarget =
  | { is: 'own' | 'content'; path: string }
  | { is: 'heading'; name: string }
  | { is: 'web'; url: string; host: string }
  | { is: 'none' }

export function linkTarget (url: string, path: string): LinkTarget {
  if (url.startsWith('#')) {
    return { is: 'heading', name: decoded(url.slice(1)) ?? '' }
  }

  if (/^(?:web\+)?ip[fn]s:/i.test(url) || /^\/ip[fn]s\//.test(url)) {
    const other = contentPath(url)
    return other == null ? { is: 'none' } : { is: 'content', path: other }
  }

  let target: URL

  try {
    target = new URL(url, ORIGIN + escapedPath(path))
  } catch {
    return { is: 'none' }
  }

  if (target.origin !== ORIGIN) {
    return outerTarget(target)
  }

  // Links must stay within the root of the content, `/ipfs/CID` or `/ipns/NAME`.
  const root = escapedPath(`/${pathParts(path).slice(0, 2).join('/')}`)
  const found = decoded(target.pathname)
  return found != null && target.pathname.startsWith(`${root}/`)
    ? { is: 'own', path: found.replace(/\/$/, '') }
    : { is: 'none' }
}

/** Returns the target of a link out of the content. */
function outerTarget ({ protocol, href, host, pathname }: URL): LinkTarget {
  switch (protocol) {
    case 'https:':
    case 'http:':
      return { is: 'web', url: href, host }
    case 'mailto:':
      return { is: 'web', url: href, host: pathname }
    default:
      return { is: 'none' }
  }
}

function decoded (text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
