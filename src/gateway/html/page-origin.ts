import type { CID } from 'multiformats/cid'
import { escapePath } from '../../go/escape.ts'
import { stripPort } from '../hosts/strip-port.ts'

/** Where a page stands, for its links. */
export interface PageOrigin {
  /** before the paths of other contents: `//host`, or nothing where they are paths of this origin */
  gatewayUrl: string
  /** the origin is that of a domain name with a link: its root is the content, and no other content is at hand there */
  dnslink: boolean
  /** before a content path: where a page of this origin shows what it leads to; undefined where there is none */
  explorer?: string | undefined
}

/** @param contentPath - of what the page shows (boxo `assets.HasDNSLinkOrigin`) */
export function pageOrigin ({ gatewayUrl, explorer }: Pick<PageOrigin, 'gatewayUrl' | 'explorer'>, contentPath: string): PageOrigin {
  return { gatewayUrl, explorer, dnslink: gatewayUrl !== '' && contentPath.startsWith(`/ipns/${stripPort(gatewayUrl.slice(2)).toLowerCase()}`) }
}

/** Where the page of this origin shows what a content path leads to, as a URL; undefined where there is no such page. Mutable files are explored by what they are now. */
export function exploreUrl ({ explorer }: Pick<PageOrigin, 'explorer'>, contentPath: string, cid: CID): string | undefined {
  return explorer == null ? undefined : explorer + (contentPath.startsWith('/mfs') ? `/ipfs/${cid}` : escapePath(contentPath))
}
