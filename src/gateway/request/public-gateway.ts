/** An entry of `Gateway.PublicGateways` (Kubo `docs/config.md`). */
export interface PublicGateway {
  /** served path prefixes, such as `/ipfs`; all others are not found */
  paths: string[]
  /** whether every content has its own origin, `CID.ipfs.HOST`, to which paths are redirected */
  useSubdomains: boolean
  /** whether the host is not looked up as a DNSLink domain */
  noDnslink: boolean
  /** whether domain names are written as one label before the host */
  inlineDnslink: boolean
  /** whether files and pages are answered, not only verifiable formats */
  deserializedResponses: boolean
}

/**
 * Whether a path equals one of the prefixes or is below one. A trailing slash of a prefix is ignored (boxo
 * `hasPrefix`).
 */
export function hasPathPrefix (path: string, prefixes: readonly string[]): boolean {
  return prefixes.map((prefix) => prefix.replace(/\/$/, '')).some((prefix) =>
    path === prefix || path.startsWith(`${prefix}/`)
  )
}
