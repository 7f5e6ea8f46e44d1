import { mayBeInlined } from './may-be-inlined.ts'
import type { SubdomainHost } from './split-subdomain-host.ts'
import { uninlineDnslink } from './uninline-dnslink.ts'
import { isCidText } from './is-cid-text.ts'

/**
 * The content path that a host stands for, without a slash at its end: `/ipfs/CID`, `/ipns/NAME`. A domain name in one label is
 * written out, and nobody is asked whether it has a link: who can ask the DNS looks first whether
 * the label is a name of its own.
 */
export function contentPathOfHost ({ namespace, root }: Pick<SubdomainHost, 'namespace' | 'root'>): string {
  return `/${namespace}/${namespace === 'ipns' && mayBeInlined(root) && !isCidText(root) ? uninlineDnslink(root) : root}`
}
