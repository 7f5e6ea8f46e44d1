import { mayBeInlined, uninlineDnslink } from '../../../path/dnslink-label.ts'
import { inlineDnslink } from './dnslink-label.ts'
import { splitSubdomainHost } from './subdomain-host.ts'
import type { SubdomainHost } from './subdomain-host.ts'
import { isCidText, subdomainLabel } from './subdomain-label.ts'

/** A site: a content at its own origin, `LABEL.ipfs.HOST` or `LABEL.ipns.HOST`, served with the node at `HOST`. */
export interface Site {
  namespace: 'ipfs' | 'ipns'
  /** label as in the host */
  label: string
  /** the canonical label; only it is served, so that a content has a single origin */
  canonicalLabel: string
  /** content path of the origin, without a trailing slash */
  root: string
  /** host of the home node, with its port */
  homeHost: string
}

/**
 * Returns the site of a host; undefined if it is no own origin, or the label is no root.
 *
 * @param host - with its port, in lower case, as in a URL
 */
export function siteOfHost (host: string): Site | undefined {
  const split = splitSubdomainHost(host, () => true)

  if (split == null || (split.namespace !== 'ipfs' && split.namespace !== 'ipns') || split.root === '') {
    return undefined
  }

  const { namespace, root: label, gatewayHost: homeHost } = split
  const canonicalLabel = siteLabel(namespace, label)
  return canonicalLabel == null
    ? undefined
    : { namespace, label, canonicalLabel, root: contentPathOfHost({ namespace, root: canonicalLabel }), homeHost }
}

/**
 * Returns the content path of a host, without a trailing slash: `/ipfs/CID`, `/ipns/NAME`. A DNSLink name in one label
 * is expanded without a lookup. Callers with DNS check first whether the label is a name of its own.
 */
export function contentPathOfHost ({ namespace, root }: Pick<SubdomainHost, 'namespace' | 'root'>): string {
  return `/${namespace}/${
    namespace === 'ipns' && mayBeInlined(root) && !isCidText(root) ? uninlineDnslink(root) : root
  }`
}

/**
 * Returns the label of a root's own origin. Domain names become a single label, as certificates for `*.ipns.HOST`
 * require.
 *
 * @param root - in any form: a CID, or below `/ipns` the name of a key, or a domain name in one label or several
 * @returns undefined if it is no root, or too long
 */
export function siteLabel (namespace: 'ipfs' | 'ipns', root: string): string | undefined {
  try {
    return subdomainLabel(namespace, root) ?? (namespace === 'ipfs' ? undefined : domainLabel(root))
  } catch {
    return undefined
  }
}

function domainLabel (domain: string): string {
  return domain.includes('.') ? inlineDnslink(domain) : domain
}
