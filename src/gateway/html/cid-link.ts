import { escapeHtml } from '../../http/escape-html.ts'
import type { PageOrigin } from './page-origin.ts'

/** Where one can look what a CID is; the page itself shows nothing of it. */
const CID_INSPECTOR = 'https://cid.ipfs.tech/#'

/**
 * The attributes of a link to a content by its CID. A domain name with a link serves no other content, so that the link explains
 * the CID there, as boxo's does (public suites compare it).
 *
 * @param suffix - behind the CID, as `?filename=…`; escaped for a URL
 */
export function cidLink (cid: string, { gatewayUrl, dnslink }: PageOrigin, suffix = ''): string {
  return dnslink
    ? `href="${CID_INSPECTOR}${cid}" target="_blank" rel="noreferrer noopener"`
    : `href="${escapeHtml(`${gatewayUrl}/ipfs/${cid}${suffix}`)}"`
}
