import { mayBeInlined, uninlineDnslink } from '../../../path/dnslink-label.ts'
import type { Incoming } from '../../request/request.ts'
import { inlineDnslink } from '../labels/dnslink-label.ts'
import { subdomainUrl } from '../labels/subdomain-host.ts'
import { isSubdomainNamespace, subdomainLabel } from '../labels/subdomain-label.ts'
import { hasDnslink } from './dnslink-host.ts'

export interface OwnOriginOptions {
  /** gateway host, with its port */
  gatewayHost: string
  /** whether domain names are always written as one label, even for HTTP */
  inline: boolean
}

/**
 * Returns the URL of a content path on the content's own origin, with the query of the request (boxo `toSubdomainURL`).
 *
 * @param path - percent-decoded
 * @returns undefined if the path has none: no root, another namespace, `/ipfs/` without a CID
 * @throws StatusError 400 if the root does not fit in a label, or is no host name
 */
export async function ownOriginUrl (
  rq: Pick<Incoming, 'backend' | 'life' | 'rawQuery' | 'secure'>,
  path: string,
  { gatewayHost, inline }: OwnOriginOptions
): Promise<string | undefined> {
  const [, namespace, root = '', ...rest] = path.split('/')

  if (!isSubdomainNamespace(namespace) || root === '') {
    return undefined
  }

  let label = subdomainLabel(namespace, root)

  if (label == null && namespace !== 'ipfs') {
    label = namespace === 'ipns' ? await domainLabel(rq, root, inline) : root
  }

  return label == null
    ? undefined
    : subdomainUrl({ root: label, namespace, gatewayHost }, {
      secure: rq.secure,
      rest: rest.join('/'),
      rawQuery: rq.rawQuery
    })
}

/**
 * Returns the label or name of a domain before a gateway host: one label if certificates require it, else the name
 * itself. A label that was copied from such a host is treated as the domain name.
 */
async function domainLabel (
  rq: Pick<Incoming, 'backend' | 'life' | 'secure'>,
  root: string,
  inline: boolean
): Promise<string> {
  const domain = mayBeInlined(root) && await hasDnslink(rq, uninlineDnslink(root)) ? uninlineDnslink(root) : root
  return (inline || rq.secure) && domain.includes('.') && await hasDnslink(rq, domain) ? inlineDnslink(domain) : domain
}
