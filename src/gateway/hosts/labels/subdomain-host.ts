import { goQuote } from '../../../go/text/quote.ts'
import { escapePath } from '../../../go/url/escape.ts'
import { StatusError } from '../../errors/gateway-errors.ts'
import { isSubdomainNamespace } from './subdomain-label.ts'
import type { SubdomainNamespace } from './subdomain-label.ts'

/** The parts of `ROOT.NAMESPACE.GATEWAY`. */
export interface SubdomainHost {
  /** a CID, the name of a key, or a domain name (possibly in one label), in its original case */
  root: string
  namespace: SubdomainNamespace
  /** gateway host, with its port */
  gatewayHost: string
}

/**
 * Splits the host of an own origin (boxo `knownSubdomainDetails`). A root may contain dots: it can be a domain name.
 *
 * @param host - with its port, as it was sent
 * @param isGateway - whether a host, with its port, is a gateway
 * @returns undefined for any other host
 * @example
 *   splitSubdomainHost('docs.ipfs.tech.ipns.localhost:8080', (host) => host === 'localhost:8080')
 *   // { root: 'docs.ipfs.tech', namespace: 'ipns', gatewayHost: 'localhost:8080' }
 */
export function splitSubdomainHost (host: string, isGateway: (host: string) => boolean): SubdomainHost | undefined {
  const labels = host.split('.')

  // Shortest gateway first.
  for (let i = labels.length - 1; i >= 2; i--) {
    const gatewayHost = labels.slice(i).join('.')
    const namespace = labels[i - 1].toLowerCase()

    if (isSubdomainNamespace(namespace) && isGateway(gatewayHost)) {
      return { root: labels.slice(0, i - 1).join('.'), namespace, gatewayHost }
    }
  }

  return undefined
}

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
