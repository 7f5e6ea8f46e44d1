import { escapeHtml } from '../../http/escape-html.ts'
import { pathEscape } from '../../go/escape.ts'
import { shortCid } from './short-cid.ts'

const SEPARATOR = '<b>/</b>'

/** Longer than any name that people give: such a root is a CID or a key. */
const MAX_ROOT_CHARS = 40

/** The way to a page: the namespace and then every name with a link to it. */
export function breadcrumbs (contentPath: string): string {
  const [namespace, ...names] = namesOf(contentPath)
  let path = `/${namespace}`

  const links = names.map((name, i) => {
    path += `/${pathEscape(name)}`
    const text = i === 0 ? shortRoot(name) : name
    return `<a href="${escapeHtml(path)}"${text === name ? '' : ` title="${escapeHtml(name)}"`}>${escapeHtml(text)}</a>`
  })

  return `<nav class="crumbs" aria-label="Path">${[escapeHtml(namespace), ...links].join(SEPARATOR)}</nav>`
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
  return root.length > MAX_ROOT_CHARS ? shortCid(root) : root
}
