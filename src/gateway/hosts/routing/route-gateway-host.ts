import { redirect } from '../../../http/response/redirect.ts'
import { notFound } from '../../errors/plain-text.ts'
import { hasPathPrefix } from '../../request/public-gateway.ts'
import type { PublicGateway } from '../../request/public-gateway.ts'
import type { Incoming } from '../../request/request.ts'
import { hasDnslink, onDnslinkHost } from './dnslink-host.ts'
import { ownOriginUrl } from './own-origin-url.ts'

/**
 * Routes a request to a host of `Gateway.PublicGateways`. If it does not serve the path, the host may be a DNSLink
 * domain itself.
 */
export async function routeGatewayHost (
  rq: Incoming,
  host: string,
  { paths, useSubdomains, inlineDnslink, noDnslink, deserializedResponses: deserialized }: PublicGateway
): Promise<Response | Incoming> {
  if (hasPathPrefix(rq.path, paths)) {
    const elsewhere = useSubdomains
      ? await ownOriginUrl(rq, rq.path, { gatewayHost: host, inline: inlineDnslink })
      : undefined
    return elsewhere == null ? { ...rq, deserialized } : redirect(rq.request, rq.headers, elsewhere, 301)
  }

  return !noDnslink && await hasDnslink(rq, host) ? onDnslinkHost({ ...rq, deserialized }, host) : notFound(rq)
}
