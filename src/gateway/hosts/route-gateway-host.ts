import { redirect } from '../../http/redirect.ts'
import type { Incoming } from '../request.ts'
import { hasDnslink } from './has-dnslink.ts'
import { hasPathPrefix } from './has-path-prefix.ts'
import { notFound } from './not-found.ts'
import { onDnslinkHost } from './on-dnslink-host.ts'
import { ownOriginUrl } from './own-origin-url.ts'
import type { PublicGateway } from './public-gateway.ts'

/** A request to a host of `Gateway.PublicGateways`. Where it has no such path it may be a domain name with a link itself. */
export async function routeGatewayHost (rq: Incoming, host: string, { paths, useSubdomains, inlineDnslink, noDnslink, deserializedResponses: deserialized }: PublicGateway): Promise<Response | Incoming> {
  if (hasPathPrefix(rq.path, paths)) {
    const elsewhere = useSubdomains ? await ownOriginUrl(rq, rq.path, { gatewayHost: host, inline: inlineDnslink }) : undefined
    return elsewhere == null ? { ...rq, deserialized } : redirect(rq.request, rq.headers, elsewhere, 301)
  }

  return !noDnslink && await hasDnslink(rq, host) ? onDnslinkHost({ ...rq, deserialized }, host) : notFound(rq)
}
