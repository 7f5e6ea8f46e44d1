import type { PublicGateway } from '../../request/public-gateway.ts'
import { isIpAddress } from '../labels/is-ip-address.ts'
import { normalHost } from '../labels/normal-host.ts'
import { stripPort } from '../labels/strip-port.ts'

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
  const known = made.get(gateways) ?? makeFind(gateways)
  made.set(gateways, known)
  return known
}

const made = new WeakMap<ReadonlyMap<string, PublicGateway>, FindGateway>()

function makeFind (gateways: ReadonlyMap<string, PublicGateway>): FindGateway {
  const entries = [...gateways].filter(([host, { useSubdomains }]) => !(useSubdomains && isIpAddress(stripPort(host))))
    .map(([host, gateway]) => [normalHost(host), gateway] as const)
  const exact = new Map(entries.filter(([host]) => !host.includes('*')))
  const wild = entries.filter(([host]) => host.includes('*')).map(([host, gateway]) =>
    [pattern(host), gateway] as const
  )

  return (host) => {
    const normal = normalHost(host)
    return exact.get(normal) ?? exact.get(stripPort(normal)) ?? wild.find(([regex]) => regex.test(normal))?.[1]
  }
}

/** Compiles a pattern such as `*.example.com`: `*` matches one label. Any port matches if the pattern has none. */
function pattern (host: string): RegExp {
  return new RegExp(
    `^${host.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('[^.]+')}(?::\\d+)?$`
  )
}
