import { escapePath } from '../../go/escape.ts'
import { goQuote } from '../../go/quote.ts'
import { StatusError } from '../status-error.ts'
import type { SubdomainHost } from './split-subdomain-host.ts'

/** What no host name can hold, and with what a URL would end or change its host (url.spec.whatwg.org, "forbidden domain code point"). */
const FORBIDDEN = /[\x00-\x20"#%/:<>?@[\\\]^`{|}\x7f]/

export interface SubdomainUrlParts {
  /** by https */
  secure: boolean
  /** the path below the root, percent-decoded, without a slash before it */
  rest: string
  /** the query as it was sent, without `?` */
  rawQuery: string
}

/**
 * The URL of a content on an origin of its own.
 *
 * @param host - `root` is a label already: `subdomainLabel`, `inlineDnslink`, or a domain name as it is
 * @throws StatusError 400 for a root that is no host name: it must not lead to another host
 */
export function subdomainUrl ({ root, namespace, gatewayHost }: SubdomainHost, { secure, rest, rawQuery }: SubdomainUrlParts): string {
  if (FORBIDDEN.test(root)) {
    throw new StatusError(400, `invalid character in host name ${goQuote(root)}`)
  }

  return `http${secure ? 's' : ''}://${root}.${namespace}.${gatewayHost}/${escapePath(rest)}${rawQuery === '' ? '' : `?${rawQuery}`}`
}
