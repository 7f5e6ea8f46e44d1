import { goQuote } from '../../../go/text/quote.ts'
import { escapePath } from '../../../go/url/escape.ts'
import { StatusError } from '../../errors/status-error.ts'
import type { SubdomainHost } from './split-subdomain-host.ts'

/**
 * Characters that a host name cannot contain, and that would end or change the host of a URL (url.spec.whatwg.org,
 * "forbidden domain code point").
 */
const FORBIDDEN = /[\x00-\x20"#%/:<>?@[\\\]^`{|}\x7f]/

export interface SubdomainUrlParts {
  /** whether the URL uses HTTPS */
  secure: boolean
  /** percent-decoded path below the root, without a leading slash */
  rest: string
  /** original query, without `?` */
  rawQuery: string
}

/**
 * Returns the URL of a content on its own origin.
 *
 * @param host - its `root` is a valid label: of `subdomainLabel` or `inlineDnslink`, or an unchanged domain name
 * @throws StatusError 400 if the root is no host name, because the URL must not lead to another host
 */
export function subdomainUrl (
  { root, namespace, gatewayHost }: SubdomainHost,
  { secure, rest, rawQuery }: SubdomainUrlParts
): string {
  if (FORBIDDEN.test(root)) {
    throw new StatusError(400, `invalid character in host name ${goQuote(root)}`)
  }

  return `http${secure ? 's' : ''}://${root}.${namespace}.${gatewayHost}/${escapePath(rest)}${
    rawQuery === '' ? '' : `?${rawQuery}`
  }`
}
