import { isPeerId } from '../../../cid/peer-id/parse-peer-id.ts'
import { ContentBlockedError } from '../../../denylist/content-blocked-error.ts'
import { isError } from '../../../errors/define-error.ts'
import { muxPath } from '../../../go/url/clean-path.ts'
import { isHostText, isIpAddress, normalHost, stripPort } from '../../../http/headers/host-text.ts'
import { isDomainName } from '../../../names/record/ipns-name.ts'
import type { Incoming } from '../../request/request.ts'

/**
 * Returns whether a host is a domain name with a DNSLink (boxo `hasDNSLinkRecord`). Does not look up IP addresses and
 * names of keys. A failed lookup counts as no link, and a name that a denylist blocks as one.
 */
export async function hasDnslink (
  { backend, life: { signal } }: Pick<Incoming, 'backend' | 'life'>,
  host: string
): Promise<boolean> {
  const domain = stripPort(host)

  if (!isHostText(host) || isIpAddress(domain) || isPeerId(domain) || !isDomainName(domain)) {
    return false
  }

  try {
    await backend.dnslink(domain, { signal })
    return true
  } catch (err) {
    signal.throwIfAborted()
    return isError(err, ContentBlockedError)
  }
}

/** Maps a request to a DNSLink domain: its path is below that name, and its origin serves only this content. */
export function onDnslinkHost (rq: Incoming, host: string): Incoming {
  return {
    ...rq,
    path: `/ipns/${stripPort(normalHost(host))}${belowRoot(rq.sentPath)}`,
    gatewayUrl: `//${host}`,
    originIsolated: true
  }
}

/**
 * Returns the percent-decoded path below the root of an origin. Escaped dots (`..%2f`) cannot leave the root: otherwise
 * another content would run on this origin.
 */
export function belowRoot (path: string): string {
  return muxPath(path)
}
