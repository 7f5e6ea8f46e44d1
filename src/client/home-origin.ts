/** The frame at a home that hands ports to sites. */
export const HOME_FRAME = '/home-frame.html'

/** Whether a path is that of the frame. Hosts with clean URLs redirect to it without its ending. */
export function isHomeFramePath (pathname: string): boolean {
  return pathname === HOME_FRAME || `${pathname}.html` === HOME_FRAME
}

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
