/** Host names of this machine. */
const LOOPBACK = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Returns whether a worker may send private data to a URL: by https, or to this machine. Otherwise it could be read and
 * changed on the way.
 */
export function isPrivateUrl ({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}
