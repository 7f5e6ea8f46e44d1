/**
 * Returns the domain name that a DNS label contains, such as `en-wikipedia--on--ipfs-org`
 * (specs.ipfs.tech/http-gateways/subdomain-gateway, "Host").
 */
export function uninlineDnslink (label: string): string {
  return label.replace(/--?/g, (dashes) => dashes.length === 2 ? '-' : '.')
}

/** Whether a root below `/ipns/` that is no CID may be a domain name in one label. */
export function mayBeInlined (root: string): boolean {
  return !root.includes('.') && root.includes('-')
}
