import { escapeHtml } from '../../http/escape-html.ts'
import { PUBLIC_GATEWAY_URL } from './public-gateway-url.ts'

/**
 * What a person can do where content could not be had: try again, go up, explore it, go home, ask a public gateway. Nothing of it happens
 * without a click.
 *
 * @param rawPath - of the request, as it was sent
 * @param lost - as many names at its end are not there, as far as that is known: one goes up to what is
 * @param explorer - before a content path, where a page shows what it leads to
 */
export function waysOn (rawPath: string, { lost = 1, explorer }: { lost?: number | undefined, explorer?: string | undefined } = {}): string {
  const [namespace, ...names] = rawPath.split('/').filter((name) => name !== '')
  const left = names.length - lost
  // a CID alone is below nothing
  const up = left > 0 || (left === 0 && namespace === 'mfs') ? `/${[namespace, ...names.slice(0, left)].join('/')}/` : undefined

  const links = [
    '<a class="main" href="">Try again</a>',
    ...up == null ? [] : [`<a href="${escapeHtml(up)}">Go up</a>`],
    ...explorer == null || namespace === 'mfs' ? [] : [`<a href="${escapeHtml(explorer + rawPath)}">Explore</a>`],
    '<a href="/">Home</a>',
    `<a rel="noreferrer" href="${escapeHtml(`${PUBLIC_GATEWAY_URL}${rawPath}`)}">Open at ${new URL(PUBLIC_GATEWAY_URL).host}</a>`
  ]

  return `<p class="ways">${links.join('')}</p>\n`
}
