import { percentDecode } from '../../src/go/url/query.ts'
import { plainError } from '../../src/rpc/response/plain-responses.ts'

/**
 * Limit of a CID or name at the start of a path: decoding takes quadratic time, and all valid ones are shorter in any
 * base.
 */
const MAX_ROOT_LENGTH = 2048

/** Limit of a host name (RFC 1035), in any header. */
const MAX_HOST_LENGTH = 255

/** Namespaces that precede a root, or by mistake another namespace. */
const NAMESPACE = /^(?:ip[fn]s|p2p)$/

/**
 * Returns the error for a gateway request with a root or host so long that the node would take seconds to parse it.
 * Returns undefined for other requests.
 */
export function refuseLong ({ url, headers }: Request): Response | undefined {
  const { pathname, host } = new URL(url)
  const hosts = [host, headers.get('x-forwarded-host') ?? '']

  if (hosts.some(({ length }) => length > MAX_HOST_LENGTH)) {
    return plainError(`400 Bad Request: a host has at most ${MAX_HOST_LENGTH} characters`, 400)
  }

  // The gateway rejects an undecodable path at once.
  const [namespace, root = '', below = ''] = (percentDecode(pathname) ?? '').split('/').filter((part) => part !== '')
  const { length } = NAMESPACE.test(root) ? below : root
  return NAMESPACE.test(namespace) && length > MAX_ROOT_LENGTH
    ? plainError(`400 Bad Request: a CID or name has at most ${MAX_ROOT_LENGTH} characters`, 400)
    : undefined
}
