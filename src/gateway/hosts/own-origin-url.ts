import type { Incoming } from '../request.ts'
import { hasDnslink } from './has-dnslink.ts'
import { inlineDnslink } from './inline-dnslink.ts'
import { mayBeInlined } from './may-be-inlined.ts'
import { isSubdomainNamespace } from './subdomain-namespace.ts'
import { subdomainLabel } from './subdomain-label.ts'
import { subdomainUrl } from './subdomain-url.ts'
import { uninlineDnslink } from './uninline-dnslink.ts'

export interface OwnOriginOptions {
  /** with its port */
  gatewayHost: string
  /** domain names in one label, whatever the protocol */
  inline: boolean
}

/**
 * The URL at which the content of a path has an origin of its own, the query of the request with it (boxo `toSubdomainURL`).
 *
 * @param path - percent-decoded
 * @returns undefined for a path that has none: no root, another namespace, `/ipfs/` without a CID
 * @throws StatusError 400 for a root that fits in no label, or in no host name
 */
export async function ownOriginUrl (rq: Pick<Incoming, 'backend' | 'life' | 'rawQuery' | 'secure'>, path: string, { gatewayHost, inline }: OwnOriginOptions): Promise<string | undefined> {
  const [, namespace, root = '', ...rest] = path.split('/')

  if (!isSubdomainNamespace(namespace) || root === '') {
    return undefined
  }

  const label = subdomainLabel(namespace, root) ?? (namespace === 'ipns' ? await domainLabel(rq, root, inline) : namespace === 'ipfs' ? undefined : root)
  return label == null ? undefined : subdomainUrl({ root: label, namespace, gatewayHost }, { secure: rq.secure, rest: rest.join('/'), rawQuery: rq.rawQuery })
}

/**
 * What stands for a domain name before a host: itself, or one label where certificates need that. A label that was copied from
 * such a host counts as the name.
 */
async function domainLabel (rq: Pick<Incoming, 'backend' | 'life' | 'secure'>, root: string, inline: boolean): Promise<string> {
  const domain = mayBeInlined(root) && await hasDnslink(rq, uninlineDnslink(root)) ? uninlineDnslink(root) : root
  return (inline || rq.secure) && domain.includes('.') && await hasDnslink(rq, domain) ? inlineDnslink(domain) : domain
}
