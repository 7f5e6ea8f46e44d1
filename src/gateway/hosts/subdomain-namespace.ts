/** Namespaces that a host name can have before the gateway's own (boxo `gateway/hostname.go`); nothing is served below the last two. */
export type SubdomainNamespace = 'ipfs' | 'ipns' | 'p2p' | 'ipld'

const ALL: readonly string[] = ['ipfs', 'ipns', 'p2p', 'ipld']

export function isSubdomainNamespace (text: string): text is SubdomainNamespace {
  return ALL.includes(text)
}
