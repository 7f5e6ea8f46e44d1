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
