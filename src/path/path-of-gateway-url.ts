import { parseCid } from '../cid/text/parse-cid.ts'
import { mayBeInlined, uninlineDnslink } from './dnslink-label.ts'

/** `https://HOST/ipfs/CID/…` */
const PATH_GATEWAY = /^\/(?:ipfs|ipns|ipld)\/[^/]/

/** `CID.ipfs.HOST` */
const CONTENT_HOST = /^([^.]+)\.ipfs\.[^.]/

/** `KEY.ipns.HOST`, `en-wikipedia--on--ipfs-org.ipns.HOST`, `docs.ipfs.tech.ipns.HOST` */
const NAME_HOST = /^(.+?)\.ipns\.[^.]/

/**
 * Returns the content path that a URL of an HTTP gateway shows. Kubo accepts no such URLs. Query and fragment of a URL
 * belong to the page that was open, and the path is percent-encoded: both are undone.
 *
 * @returns undefined for any other text
 */
export function pathOfGatewayUrl (text: string): string | undefined {
  if (!/^https?:\/\//i.test(text)) {
    return undefined
  }

  try {
    const { hostname, pathname } = new URL(text)
    const path = decodeURIComponent(pathname)
    return siteRoot(hostname, path) ?? (PATH_GATEWAY.test(path) ? path : undefined)
  } catch {
    return undefined // no URL, or a malformed percent-encoding
  }
}

function siteRoot (hostname: string, path: string): string | undefined {
  const [, cid] = CONTENT_HOST.exec(hostname) ?? []

  if (cid != null && isCid(cid)) {
    return `/ipfs/${cid}${path}`
  }

  const [, name] = NAME_HOST.exec(hostname) ?? []

  if (name == null || !(isCid(name) || name.includes('.') || mayBeInlined(name))) {
    return undefined
  }

  return `/ipns/${isCid(name) || name.includes('.') ? name : uninlineDnslink(name)}${path}`
}

function isCid (text: string): boolean {
  try {
    parseCid(text)
    return true
  } catch {
    return false
  }
}
