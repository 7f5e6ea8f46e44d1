import { escapeHtml } from '../../../http/response/escape-html.ts'

/**
 * A public gateway with an origin for each content, recommended by its operator
 * (docs.ipfs.tech/concepts/public-utilities).
 */
export const PUBLIC_GATEWAY_URL = 'https://dweb.link'

/** A link: URL and text. */
export type PageLink = readonly [url: string, text: string]

/** The origin of a content, as seen by its error pages. */
export interface SiteOfPage {
  /** content path of the origin */
  root: string
  /** URL of the application of the node, without a slash at its end; undefined if the site has none */
  home?: string | undefined
}

/**
 * Returns the links within a site: to the parent folder and to the start page, as far as they are other pages.
 *
 * @param rawPath - path of the request as it was sent
 * @param lost - number of names at its end that could not be found, if known; the link to the parent skips them
 */
export function linksWithinSite (rawPath: string, lost = 1): PageLink[] {
  const names = rawPath.split('/').filter((name) => name !== '')
  const above = names.slice(0, -Math.max(lost, 1))
  return [
    ...above.length === 0 ? [] : [[`/${above.join('/')}/`, 'Go up'] as const],
    ...names.length === 0 ? [] : [['/', 'Start page'] as const]
  ]
}

/**
 * Renders actions for content of a site that could not be loaded: retry, parent folder, start page, and for the node
 * and a public gateway the content path.
 *
 * @param rawPath - path of the request as it was sent, below the root of the site
 */
export function siteErrorLinks (rawPath: string, { root, home }: SiteOfPage, lost?: number): string {
  const contentPath = root + rawPath

  return pageLinks([
    ...linksWithinSite(rawPath, lost),
    ...home == null ? [] : [[`${home}/#/explore${contentPath}`, 'Explore'], [`${home}/`, 'Home']] as const
  ], { rawPath: contentPath, retries: true })
}

/**
 * Renders links as actions of a page.
 *
 * @param options.rawPath - content path that a public gateway may have too
 * @param options.retries - whether the page can be requested again
 */
export function pageLinks (
  links: readonly PageLink[],
  { rawPath, retries = false }: { rawPath?: string; retries?: boolean } = {}
): string {
  const rendered = [
    ...retries ? ['<a class="main" href="">Try again</a>'] : [],
    ...links.map(([url, text]) => `<a href="${escapeHtml(url)}">${text}</a>`),
    ...rawPath == null ? [] : [
      `<a rel="noreferrer" href="${escapeHtml(`${PUBLIC_GATEWAY_URL}${rawPath}`)}">Open at ${
        new URL(PUBLIC_GATEWAY_URL).host
      }</a>`
    ]
  ]

  return rendered.length === 0 ? '' : `<p class="ways">${rendered.join('')}</p>\n`
}

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

  return pageLinks([
    ...up == null ? [] : [[up, 'Go up']] as const,
    ...explorer == null || namespace === 'mfs' ? [] : [[explorer + rawPath, 'Explore']] as const,
    ['/', 'Home']
  ], { rawPath, retries: true })
}
