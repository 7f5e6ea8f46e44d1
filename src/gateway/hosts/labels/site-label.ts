import { inlineDnslink } from './inline-dnslink.ts'
import { subdomainLabel } from './subdomain-label.ts'

/**
 * Returns the label of a root's own origin. Domain names become a single label, as certificates for `*.ipns.HOST`
 * require.
 *
 * @param root - in any form: a CID, or below `/ipns` the name of a key, or a domain name in one label or several
 * @returns undefined if it is no root, or too long
 */
export function siteLabel (namespace: 'ipfs' | 'ipns', root: string): string | undefined {
  try {
    return subdomainLabel(namespace, root) ??
      (namespace === 'ipfs' ? undefined : root.includes('.') ? inlineDnslink(root) : root)
  } catch {
    return undefined
  }
}
