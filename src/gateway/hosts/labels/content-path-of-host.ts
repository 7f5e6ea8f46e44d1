import { isCidText } from './is-cid-text.ts'
import { mayBeInlined } from './may-be-inlined.ts'
import type { SubdomainHost } from './split-subdomain-host.ts'
import { uninlineDnslink } from './uninline-dnslink.ts'

/**
 * Returns the content path of a host, without a trailing slash: `/ipfs/CID`, `/ipns/NAME`. A DNSLink name in one label
 * is expanded without a lookup. Callers with DNS check first whether the label is a name of its own.
 */
export function contentPathOfHost ({ namespace, root }: Pick<SubdomainHost, 'namespace' | 'root'>): string {
  return `/${namespace}/${
    namespace === 'ipns' && mayBeInlined(root) && !isCidText(root) ? uninlineDnslink(root) : root
  }`
}
