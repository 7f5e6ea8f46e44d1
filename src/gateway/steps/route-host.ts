import { hasDnslink } from '../hosts/has-dnslink.ts'
import { isHostText } from '../hosts/is-host-text.ts'
import { knownGateways } from '../hosts/known-gateways.ts'
import { onDnslinkHost } from '../hosts/on-dnslink-host.ts'
import { routeGatewayHost } from '../hosts/route-gateway-host.ts'
import { routeSubdomain } from '../hosts/route-subdomain.ts'
import { splitSubdomainHost } from '../hosts/split-subdomain-host.ts'
import type { Incoming } from '../request.ts'

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
