import { httpAddress } from './http-address.ts'

const PATH = /^[\w./~-]*$/

/**
 * Returns the base URL of a trustless gateway, without a trailing slash, from an https URL or an HTTP multiaddr.
 * Returns undefined for anything else, and for a URL with further parts.
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
