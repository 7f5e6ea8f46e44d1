import { escapeHtml } from '../../http/escape-html.ts'
import { pathEscape } from '../../http/go-escape.ts'

const SEPARATOR = '<b>/</b>'

/** The names of a content path, each but the namespace with a link to it. */
export function breadcrumbs (contentPath: string): string {
  const [namespace, ...names] = contentPath.split('/').filter((name) => name !== '')
  let path = `/${namespace}`

  const links = names.map((name) => {
    path += `/${pathEscape(name)}`
    return `<a href="${escapeHtml(path)}">${escapeHtml(name)}</a>`
  })

  return `<nav class="crumbs" aria-label="Path">${SEPARATOR}${[escapeHtml(namespace), ...links].join(SEPARATOR)}</nav>`
}
