import { escapeHtml } from '../../../http/response/escape-html.ts'

/**
 * A public gateway with an origin for each content, recommended by its operator
 * (docs.ipfs.tech/concepts/public-utilities).
 */
export const PUBLIC_GATEWAY_URL = 'https://dweb.link'

/**
 * Renders actions for content that could not be loaded: retry, parent directory, explorer, home, a public gateway. None
 * of them is triggered without a click.
 *
 * @param rawPath - path of the request as it was sent
 * @param lost - number of names at its end that could not be found, if known; the parent link skips them
 * @param explorer - URL prefix of the explorer page, before a content path
 */
export function errorPageLinks (
  rawPath: string,
  { lost = 1, explorer }: { lost?: number | undefined; explorer?: string | undefined } = {}
): string {
  const [namespace, ...names] = rawPath.split('/').filter((name) => name !== '')
  const left = names.length - lost
  // A CID alone has no parent.
  const up = left > 0 || (left === 0 && namespace === 'mfs')
    ? `/${[namespace, ...names.slice(0, left)].join('/')}/`
    : undefined

  const links = [
    '<a class="main" href="">Try again</a>',
    ...up == null ? [] : [`<a href="${escapeHtml(up)}">Go up</a>`],
    ...explorer == null || namespace === 'mfs' ? [] : [`<a href="${escapeHtml(explorer + rawPath)}">Explore</a>`],
    '<a href="/">Home</a>',
    `<a rel="noreferrer" href="${escapeHtml(`${PUBLIC_GATEWAY_URL}${rawPath}`)}">Open at ${
      new URL(PUBLIC_GATEWAY_URL).host
    }</a>`
  ]

  return `<p class="ways">${links.join('')}</p>\n`
}
