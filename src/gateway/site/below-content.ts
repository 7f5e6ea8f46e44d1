/**
 * Resolves a root-absolute URL of a content's page: on an origin that contents share, `/style.css` in a page of
 * `/ipfs/CID` stands for `/ipfs/CID/style.css`.
 *
 * @param url - of the request
 * @param page - URL of the page that sent it: the referrer, or the address of the client; may be empty
 * @returns the address below the content; undefined where the page is no content of the same origin
 * @example
 *   belowContent(new URL('http://node.test/about/?a'), 'http://node.test/ipfs/bafy…/post/') // '/ipfs/bafy…/about/?a'
 */
export function belowContent ({ origin, pathname, search }: URL, page: string): string | undefined {
  if (!URL.canParse(page)) {
    return undefined // empty, or `about:client`
  }

  const { origin: pageOrigin, pathname: pagePath } = new URL(page)
  const [root] = /^\/ip[fn]s\/[^/]+/.exec(pagePath) ?? []
  return pageOrigin !== origin || root == null ? undefined : root + pathname + search
}
