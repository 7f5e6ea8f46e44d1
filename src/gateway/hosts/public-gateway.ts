/** What a host may be asked for: an entry of `Gateway.PublicGateways` (Kubo `docs/config.md`). */
export interface PublicGateway {
  /** prefixes of paths, `/ipfs` and the like; all others are not there */
  paths: string[]
  /** every content has an origin of its own, `CID.ipfs.HOST`, and paths are sent there */
  useSubdomains: boolean
  /** the host is not looked up as a domain name with a link */
  noDnslink: boolean
  /** domain names stand as one label before the host */
  inlineDnslink: boolean
  /** files and pages, not only what a client can verify */
  deserializedResponses: boolean
}
