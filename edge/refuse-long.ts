import { percentDecode } from '../src/go/query.ts'
import { plainError } from '../src/rpc/plain-responses.ts'

/** Of a CID or name at the top of a path: none that is allowed has more characters in any base, and the time to read one grows with the square. */
const MAX_ROOT_LENGTH = 2048

/** No host has more (RFC 1035), whoever says it. */
const MAX_HOST_LENGTH = 255

/** Behind it a root comes, or another namespace by mistake. */
const NAMESPACE = /^(?:ip[fn]s|p2p)$/

/** The answer to a request of the gateway whose root or host is longer than any, which would cost the node seconds to read; undefined for others. */
export function refuseLong ({ url, headers }: Request): Response | undefined {
  const { pathname, host } = new URL(url)
  const hosts = [host, headers.get('x-forwarded-host') ?? '']

  if (hosts.some(({ length }) => length > MAX_HOST_LENGTH)) {
    return plainError(`400 Bad Request: a host has ${MAX_HOST_LENGTH} characters at most`, 400)
  }

  // one that cannot be decoded the gateway refuses at once
  const [namespace, root = '', below = ''] = (percentDecode(pathname) ?? '').split('/').filter((part) => part !== '')
  const { length } = NAMESPACE.test(root) ? below : root
  return NAMESPACE.test(namespace) && length > MAX_ROOT_LENGTH ? plainError(`400 Bad Request: a CID or name has ${MAX_ROOT_LENGTH} characters at most`, 400) : undefined
}
