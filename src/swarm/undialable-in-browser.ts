import type { Multiaddr } from '@multiformats/multiaddr'

export interface BrowserAbilities {
  /** the page was loaded by https */
  isSecure: boolean
  hasWebTransport: boolean
}

const LOOPBACK = /^(127\..*|::1|localhost|.*\.localhost)$/

/** Why a browser cannot use an address that its transports know; undefined where it can. */
export function undialableInBrowser (address: Multiaddr, { isSecure, hasWebTransport }: BrowserAbilities): string | undefined {
  const components = address.getComponents()
  const names = components.map(({ name }) => name)
  // of an address through a relay the way to the relay counts
  const first = names.includes('p2p-circuit') ? names.slice(0, names.indexOf('p2p-circuit')) : names

  if (first.includes('webtransport')) {
    return hasWebTransport ? undefined : 'WebTransport: this browser does not have it'
  }

  const isPlain = first.includes('ws') && !first.includes('tls')

  // a connection to this machine counts as secure
  return isPlain && isSecure && !LOOPBACK.test(components[0]?.value ?? '') ? 'plain ws from https: not allowed by the browser' : undefined
}
