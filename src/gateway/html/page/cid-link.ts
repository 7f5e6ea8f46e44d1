import { escapeHtml } from '../../../http/response/escape-html.ts'
import type { PageOrigin } from './page-origin.ts'

/** Website that explains a CID. */
const CID_INSPECTOR = 'https://cid.ipfs.tech/#'

/**
 * Returns the attributes of a link to a content by its CID. A DNSLink origin serves no other content, so the link
 * explains the CID there, as in boxo (public test suites compare it).
 *
 * @param suffix - text after the CID, such as `?filename=…`; escaped for a URL
 */
export function cidLink (cid: string, { gatewayUrl, dnslink }: PageOrigin, suffix = ''): string {
  return dnslink
    ? `href="${CID_INSPECTOR}${cid}" target="_blank" rel="noreferrer noopener"`
    : `href="${escapeHtml(`${gatewayUrl}/ipfs/${cid}${suffix}`)}"`
}
