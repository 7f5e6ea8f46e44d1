import { hasDnslink } from '../hosts/has-dnslink.ts'
import { isHostText } from '../hosts/is-host-text.ts'
import { knownGateways } from '../hosts/known-gateways.ts'
import { onDnslinkHost } from '../hosts/on-dnslink-host.ts'
import { routeGatewayHost } from '../hosts/route-gateway-host.ts'
import { routeSubdomain } from '../hosts/route-subdomain.ts'
import { splitSubdomainHost } from '../hosts/split-subdomain-host.ts'
import type { Incoming } from '../request.ts'

/**
 * From the host to a content path: hosts of `Gateway.PublicGateways` have paths, or send them to origins of their own; such an
 * origin is a content, and so is a domain name with a link. On any other host a path is what it says (boxo
 * `gateway/hostname.go`; specs.ipfs.tech/http-gateways/subdomain-gateway, dnslink-gateway).
 */
export async function routeHost (rq: Incoming): Promise<Response | Incoming> {
  const { host, config, request } = rq
  const find = knownGateways(config.publicGateways)

  if (host == null) {
    return { ...rq, deserialized: find(new URL(request.url).host)?.deserializedResponses ?? config.deserializedResponses }
  }

  // what could be read as more than a host is none that is known
  if (!isHostText(host)) {
    return rq
  }

  const gateway = find(host)

  if (gateway != null) {
    return await routeGatewayHost(rq, host, gateway)
  }

  const subdomain = splitSubdomainHost(host, (gatewayHost) => find(gatewayHost) != null)
  const parent = subdomain == null ? undefined : find(subdomain.gatewayHost)

  if (subdomain != null && parent != null) {
    return await routeSubdomain(rq, subdomain, parent)
  }

  return !config.noDnslink && await hasDnslink(rq, host) ? onDnslinkHost(rq, host) : rq
}
