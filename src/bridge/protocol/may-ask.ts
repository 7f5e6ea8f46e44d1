/** Hosts of this device: browsers treat their pages as secure. */
const LOCAL = /^(?:localhost|[\w.-]+\.localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * Returns whether pages of an origin may ask for the node. On plain HTTP anybody on the way could speak for the site.
 * Opaque origins (`null`), such as those of sandboxed frames, are shared by unrelated pages.
 *
 * @param origin - of a message event
 * @param own - origin of the node, whose pages need no grant
 */
export function mayAsk (origin: string, own: string): boolean {
  if (origin === own || !URL.canParse(origin)) {
    return false
  }

  const { protocol, hostname, origin: canonical } = new URL(origin)
  return canonical === origin && (protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname)))
}
