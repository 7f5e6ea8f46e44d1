import type { Multiaddr } from '@multiformats/multiaddr'

export interface BrowserAbilities {
  /** Whether the page was loaded over https. */
  isSecure: boolean
  hasWebTransport: boolean
}

const LOOPBACK = /^(127\..*|::1|localhost|.*\.localhost)$/

/** Returns the reason why a browser cannot dial an address that its transports support; undefined if it can. */
export function undialableInBrowser (
  address: Multiaddr,
  { isSecure, hasWebTransport }: BrowserAbilities
): string | undefined {
  const components = address.getComponents()
  const names = components.map(({ name }) => name)
  // For a circuit address, only the part before the relay counts.
  const first = names.includes('p2p-circuit') ? names.slice(0, names.indexOf('p2p-circuit')) : names

  if (first.includes('webtransport')) {
    return hasWebTransport ? undefined : 'WebTransport: this browser does not have it'
  }

  const isPlain = first.includes('ws') && !first.includes('tls')

  // A connection to this machine counts as secure.
  return isPlain && isSecure && !LOOPBACK.test(components[0]?.value ?? '')
    ? 'plain ws from https: not allowed by the browser'
    : undefined
}
