import { percentDecode } from '../../go/url/query.ts'
import { parsePath } from '../../path/content-path.ts'
import { siteLabel } from '../hosts/labels/site-of-host.ts'
import { subdomainUrl } from '../hosts/labels/subdomain-host.ts'

/** The origins of a host for its contents, in addition to its own origin. */
export interface OwnOrigins {
  /**
   * Checks whether a content's own origin can be opened.
   *
   * @param site - origin of the content
   * @returns undefined if it can; otherwise the reason, as a clause that continues "this page has no address of its
   *   own:"
   */
  lacking: (site: string) => Promise<string | undefined>
  /**
   * Checks whether the origin of a site answers although the host cannot be reached now. If left out, no site answers.
   */
  answersOffline?: (site: string) => Promise<boolean>
  /** Another name of this machine at which the same build has origins for sites, with its port. */
  otherHost?: string | undefined
}

/** The URL of a content on its own origin, or the reason why it has no own origin. */
export type OwnPlace = { url: string; lacking?: undefined } | { url?: undefined; lacking: string }

/** Returns the place of a content path of the node on the content's own origin. */
export async function ownPlace (url: URL, origins: OwnOrigins): Promise<OwnPlace> {
  if (url.pathname.startsWith('/mfs')) {
    return { lacking: 'the mutable files have none' }
  }

  const own = ownUrl(url)

  if (own == null) {
    return { lacking: 'its name is too long for one' }
  }

  const lacking = await origins.lacking(new URL(own).origin)
  return lacking == null ? { url: own } : { lacking }
}

/**
 * Returns the URL of a content path on the content's own origin if that answers now, and the host cannot be reached.
 */
export async function offlinePlace (url: URL, origins: OwnOrigins): Promise<string | undefined> {
  const own = ownUrl(url)
  return own != null && await origins.answersOffline?.(new URL(own).origin) === true ? own : undefined
}

/** Returns the URL on the content's own origin; undefined if its root does not fit in a host name label. */
function ownUrl ({ protocol, host, pathname, search }: URL): string | undefined {
  const [, namespace, , rest = ''] = /^\/(ip[fn]s)\/([^/]+)\/?(.*)$/.exec(pathname) ?? []
  const path = percentDecode(pathname)

  if ((namespace !== 'ipfs' && namespace !== 'ipns') || path == null) {
    return undefined
  }

  const label = siteLabel(namespace, parsePath(path).root)
  return label == null
    ? undefined
    : subdomainUrl({ root: label, namespace, gatewayHost: host }, {
      secure: protocol === 'https:',
      rest: percentDecode(rest) ?? '',
      rawQuery: search.slice(1)
    })
}

/** Returns a redirect that is not cached: another host may serve this address later, and have no own origins. */
export function redirectElsewhere (url: string): Response {
  return new Response(null, { status: 302, headers: { Location: url, 'Cache-Control': 'no-store' } })
}
