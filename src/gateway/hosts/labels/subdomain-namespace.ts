/** Namespaces in subdomains of a gateway (boxo `gateway/hostname.go`). No content is served below the last two. */
export type SubdomainNamespace = 'ipfs' | 'ipns' | 'p2p' | 'ipld'

const ALL: readonly string[] = ['ipfs', 'ipns', 'p2p', 'ipld']

export function isSubdomainNamespace (text: string): text is SubdomainNamespace {
  return ALL.includes(text)
}
