import type { CID } from 'multiformats/cid'
import { escapePath } from '../../../go/url/escape.ts'
import { stripPort } from '../../../http/headers/host-text.ts'

/** The origin of a page, which determines its links. */
export interface PageOrigin {
  /** prefix of paths of other contents: `//host`, or empty if they are on this origin */
  gatewayUrl: string
  /** whether the origin is a DNSLink domain: its root is the content, and it serves no other content */
  dnslink: boolean
  /** URL prefix of the explorer page of this origin, before a content path; undefined if there is none */
  explorer?: string | undefined
}

/**
 * Returns the origin of a page.
 *
 * @param contentPath - path of the shown content (boxo `assets.HasDNSLinkOrigin`)
 */
export function pageOrigin (
  { gatewayUrl, explorer }: Pick<PageOrigin, 'gatewayUrl' | 'explorer'>,
  contentPath: string
): PageOrigin {
  return {
    gatewayUrl,
    explorer,
    dnslink: gatewayUrl !== '' && contentPath.startsWith(`/ipns/${stripPort(gatewayUrl.slice(2)).toLowerCase()}`)
  }
}

/**
 * Returns the URL at which this origin explores a content path; undefined if it has no explorer. Mutable files are
 * explored by their current CID.
 */
export function exploreUrl (
  { explorer }: Pick<PageOrigin, 'explorer'>,
  contentPath: string,
  cid: CID
): string | undefined {
  return explorer == null
    ? undefined
    : explorer + (contentPath.startsWith('/mfs') ? `/ipfs/${cid}` : escapePath(contentPath))
}
