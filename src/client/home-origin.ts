/** The frame at a home that hands ports to sites. */
export const HOME_FRAME = '/home-frame.html'

/**
 * The origin of the node beside a site; undefined where an origin is not a site, but may be a home itself.
 *
 * @example
 *   homeOrigin('http://bafy….ipfs.node.localhost:4173') // 'http://node.localhost:4173'
 */
export function homeOrigin (origin: string): string | undefined {
  // the shortest host that can be a home, as the gateway's rules for hosts
  const [, scheme, host] = /^(https?:\/\/).+\.ip[fn]s\.([^/]+)$/.exec(origin) ?? []
  return host == null ? undefined : scheme + host
}
