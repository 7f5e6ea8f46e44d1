import { inlineDnslink } from './inline-dnslink.ts'
import { subdomainLabel } from './subdomain-label.ts'

/**
 * The label of a root's own origin: of a domain name the one in which it is a single label, as certificates for `*.ipns.HOST` need it.
 *
 * @param root - in any of its forms: a CID, below `/ipns` the name of a key, or a domain name, in a single label or not
 * @returns undefined where it has none: it is no root, or too long
 */
export function siteLabel (namespace: 'ipfs' | 'ipns', root: string): string | undefined {
  try {
    return subdomainLabel(namespace, root) ?? (namespace === 'ipfs' ? undefined : root.includes('.') ? inlineDnslink(root) : root)
  } catch {
    return undefined
  }
}
