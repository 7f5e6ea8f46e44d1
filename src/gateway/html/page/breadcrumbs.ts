import { pathEscape } from '../../../go/url/escape.ts'
import { escapeHtml } from '../../../http/response/escape-html.ts'
import type { PageOrigin } from './page-origin.ts'
import { visibleText } from './visible-text.ts'

/** Roots that are longer than this are CIDs or keys rather than names that people choose. */
const MAX_ROOT_CHARS = 40

/**
 * Renders the path of a page: the namespace and a link for every name. The markup is that of boxo, which public test
 * suites look for. The page's style truncates long roots.
 *
 * @param prefix - plain text before the path
 */
export function breadcrumbs (contentPath: string, { gatewayUrl, dnslink }: PageOrigin, prefix = ''): string {
  const [namespace, ...names] = namesOf(contentPath)
  const above = `/${namespace}/${names[0]}`
  let path = `/${namespace}`

  const links = names.map((name) => {
    path += `/${pathEscape(name)}`
    const own = dnslink ? path.slice(above.length) || '/' : path
    return `<a href="${escapeHtml(gatewayUrl + own)}">${escapeHtml(visibleText(name))}</a>`
  })

  return `<nav class="crumbs${
    isLong(names.at(0) ?? '') ? ' long' : ''
  }" aria-label="Path">${prefix}<span translate="no">/${[escapeHtml(namespace), ...links].join('/')}</span></nav>`
}

/** Returns the title of a page: the last name of its path. */
export function pageName (contentPath: string): string {
  const names = namesOf(contentPath)
  const last = names.at(-1) ?? ''
  return names.length === 2 ? shortRoot(last) : last
}

/** Whether a path is the root of a content. */
export function isRoot (contentPath: string): boolean {
  const names = namesOf(contentPath)
  return names.length === (names[0] === 'mfs' ? 1 : 2)
}

function namesOf (contentPath: string): string[] {
  return contentPath.split('/').filter((name) => name !== '')
}

function shortRoot (root: string): string {
  return isLong(root) ? shortCid(root) : root
}

function isLong (root: string): boolean {
  return root.length > MAX_ROOT_CHARS
}

const END_CHARS = 4
const START_CHARS = 4

/** Shortens a CID to its ends, which people compare. */
function shortCid (cid: string): string {
  return cid.length <= START_CHARS + END_CHARS ? cid : `${cid.slice(0, START_CHARS)}…${cid.slice(-END_CHARS)}`
}
