/** Path of the home frame, which gives ports to sites. */
export const HOME_FRAME = '/home-frame.html'

/** Whether a path is that of the frame. Hosts with clean URLs redirect to it without its extension. */
export function isHomeFramePath (pathname: string): boolean {
  return pathname === HOME_FRAME || `${pathname}.html` === HOME_FRAME
}

/**
 * Returns the origin of a site's home node; undefined if the origin is no site, and may be a home itself.
 *
 * @example
 *   homeOrigin('http://bafy….ipfs.node.localhost:4173') // 'http://node.localhost:4173'
 */
export function homeOrigin (origin: string): string | undefined {
  // The shortest possible home host, as in the gateway's rules for hosts.
  const [, scheme, host] = /^(https?:\/\/).+\.ip[fn]s\.([^/]+)$/.exec(origin) ?? []
  return host == null ? undefined : scheme + host
}
