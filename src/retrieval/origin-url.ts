import { httpAddress } from './http-address.ts'

const PATH = /^[\w./~-]*$/

/**
 * The base URL of a trustless gateway, without a slash at its end, for what a person or a peer names as one: a URL of https, or an HTTP
 * multiaddr. Undefined for all else, and for a URL that says more than where the gateway is.
 */
export function originUrl (text: string): string | undefined {
  if (!text.startsWith('https://')) {
    return httpAddress(text)
  }

  if (!URL.canParse(text)) {
    return undefined
  }

  const { origin, pathname, href } = new URL(text)
  return href === `${origin}${pathname}` && PATH.test(pathname) ? `${origin}${pathname.replace(/\/+$/, '')}` : undefined
}
