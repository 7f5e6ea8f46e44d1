/** Names of this machine. */
const LOOPBACK = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/

/**
 * May a worker send what is not for everybody to this URL? By https, or to this machine: elsewhere it could be read and
 * changed on the way.
 */
export function isPrivateUrl ({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}
