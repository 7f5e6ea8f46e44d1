import { isHostText, isIpAddress, normalHost, stripPort } from '../../http/headers/host-text.ts'
import { splitSubdomainHost } from '../hosts/labels/subdomain-host.ts'
import { hasDnslink, onDnslinkHost } from '../hosts/routing/dnslink-host.ts'
import { routeGatewayHost } from '../hosts/routing/route-gateway-host.ts'
import { routeSubdomain } from '../hosts/routing/route-subdomain.ts'
import type { PublicGateway } from '../request/public-gateway.ts'
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

/** Finds the rules for a host, with or without its port. */
export type FindGateway = (host: string) => PublicGateway | undefined

/**
 * Finds the gateway entry of a host (boxo `prepareHostnameGateways`, `isKnownHostname`): by name and port, then by
 * name, then by patterns in which `*` matches one label. IP addresses cannot have subdomains, so entries that require
 * them are ignored.
 *
 * Unlike boxo, ignores case and a trailing dot of the host.
 */
export function knownGateways (gateways: ReadonlyMap<string, PublicGateway>): FindGateway {
  const known = finders.get(gateways) ?? makeFind(gateways)
  finders.set(gateways, known)
  return known
}

const finders = new WeakMap<ReadonlyMap<string, PublicGateway>, FindGateway>()

function makeFind (gateways: ReadonlyMap<string, PublicGateway>): FindGateway {
  const entries = [...gateways].filter(([host, { useSubdomains }]) => !(useSubdomains && isIpAddress(stripPort(host))))
    .map(([host, gateway]) => [normalHost(host), gateway] as const)
  const exact = new Map(entries.filter(([host]) => !host.includes('*')))
  const wild = entries.filter(([host]) => host.includes('*')).map(([host, gateway]) =>
    [hostPattern(host), gateway] as const
  )

  return (host) => {
    const normal = normalHost(host)
    return exact.get(normal) ?? exact.get(stripPort(normal)) ?? wild.find(([regex]) => regex.test(normal))?.[1]
  }
}

/** Compiles a pattern such as `*.example.com`: `*` matches one label. Any port matches if the pattern has none. */
function hostPattern (host: string): RegExp {
  return new RegExp(
    `^${host.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('[^.]+')}(?::\\d+)?$`
  )
}
