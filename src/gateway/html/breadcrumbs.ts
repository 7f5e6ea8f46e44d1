import { escapeHtml } from '../../http/escape-html.ts'
import { pathEscape } from '../../go/escape.ts'
import { visibleText } from './visible-text.ts'
import type { PageOrigin } from './page-origin.ts'
import { shortCid } from './short-cid.ts'

/** Longer than any name that people give: such a root is a CID or a key. */
const MAX_ROOT_CHARS = 40

/**
 * The way to a page: the namespace and then every name with a link to it, written as boxo writes it, which public suites look
 * for. A long root is cut by the style of the page.
 *
 * @param prefix - plain words before the path
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

  return `<nav class="crumbs${isLong(names[0]) ? ' long' : ''}" aria-label="Path">${prefix}/${[escapeHtml(namespace), ...links].join('/')}</nav>`
}

/** What a page is called: the last name of its path. */
export function pageName (contentPath: string): string {
  const names = namesOf(contentPath)
  const last = names.at(-1) ?? ''
  return names.length === 2 ? shortRoot(last) : last
}

/** Whether a path is the root of a content: above it there is nothing of it. */
export function isRoot (contentPath: string): boolean {
  return namesOf(contentPath).length === 2
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
