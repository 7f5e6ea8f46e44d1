import { isHostText } from '../hosts/labels/is-host-text.ts'
import { splitSubdomainHost } from '../hosts/labels/split-subdomain-host.ts'
import { hasDnslink } from '../hosts/routing/has-dnslink.ts'
import { knownGateways } from '../hosts/routing/known-gateways.ts'
import { onDnslinkHost } from '../hosts/routing/on-dnslink-host.ts'
import { routeGatewayHost } from '../hosts/routing/route-gateway-host.ts'
import { routeSubdomain } from '../hosts/routing/route-subdomain.ts'
import type { Incoming } from '../request/request.ts'

/**
 * Maps the host to a content path. Hosts of `Gateway.PublicGateways` serve paths, or redirect them to own origins. An
 * own origin or a DNSLink domain represents a content. On any other host the path is used as it is (boxo
 * `gateway/hostname.go`; specs.ipfs.tech/http-gateways/subdomain-gateway, dnslink-gateway).
 */
export async function routeHost (rq: Incoming): Promise<Response | Incoming> {
  const { host, config, request } = rq
  const find = knownGateways(config.publicGateways)

  if (host == null) {
    return {
      ...rq,
      deserialized: find(new URL(request.url).host)?.deserializedResponses ?? config.deserializedResponses
    }
  }

  // Text that is not a plain host cannot be a known host.
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
