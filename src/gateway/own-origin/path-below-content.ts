/**
 * Resolves a root-absolute URL in a page of content: on an origin that contents share, `/style.css` in a page of
 * `/ipfs/CID` means `/ipfs/CID/style.css`.
 *
 * @param url - URL of the request
 * @param page - URL of the page that sent it: the referrer, or the URL of the client; may be empty
 * @returns the path below the content; undefined if the page is not content of this origin
 * @example belowContent(new URL('http://node.test/about/?a'), 'http://node.test/ipfs/bafy…/post/') //
 *   '/ipfs/bafy…/about/?a'
 */
export function belowContent ({ origin, pathname, search }: URL, page: string): string | undefined {
  if (!URL.canParse(page)) {
    return undefined // empty, or `about:client`
  }

  const { origin: pageOrigin, pathname: pagePath } = new URL(page)
  const [root] = /^\/ip[fn]s\/[^/]+/.exec(pagePath) ?? []
  return pageOrigin !== origin || root == null ? undefined : root + pathname + search
}
