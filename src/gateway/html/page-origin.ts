import { stripPort } from '../hosts/strip-port.ts'

/** Where a page stands, for its links. */
export interface PageOrigin {
  /** before the paths of other contents: `//host`, or nothing where they are paths of this origin */
  gatewayUrl: string
  /** the origin is that of a domain name with a link: its root is the content, and no other content is at hand there */
  dnslink: boolean
}

/** @param contentPath - of what the page shows (boxo `assets.HasDNSLinkOrigin`) */
export function pageOrigin (gatewayUrl: string, contentPath: string): PageOrigin {
  return { gatewayUrl, dnslink: gatewayUrl !== '' && contentPath.startsWith(`/ipns/${stripPort(gatewayUrl.slice(2)).toLowerCase()}`) }
}
