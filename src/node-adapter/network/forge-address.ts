import { isIPv4, isIPv6 } from 'node:net'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import type { ConfigStore } from '../../config/config-store.ts'

/** Domain of names that contain IP addresses (p2p-forge). */
const FORGE_DOMAIN = 'libp2p.direct'

/**
 * Returns the IP address in an AutoTLS name without a DNS lookup: `1-2-3-4.PEERID.libp2p.direct` is 1.2.3.4, and
 * `2001-db8--1.…` is 2001:db8::1 (Kubo `core/node/p2pforge_resolver.go`).
 *
 * @returns undefined for other names, and if `AutoTLS.SkipDNSLookup` is false: both need DNS
 */
export function forgeAddress (config: ConfigStore, hostname: string): string | undefined {
  if (config.get<boolean | null>('AutoTLS.SkipDNSLookup') === false) {
    return undefined
  }

  const name = hostname.toLowerCase().replace(/\.$/, '')
  const own = (config.get<string | null>('AutoTLS.DomainSuffix') ?? FORGE_DOMAIN).toLowerCase().replace(/\.$/, '')
  const suffix = [FORGE_DOMAIN, own].find((suffix) => name.endsWith(`.${suffix}`))
  const [ip = '', peer, ...rest] = suffix == null ? [] : name.slice(0, -suffix.length - 1).split('.')

  if (peer == null || rest.length > 0 || !isPeerId(peer)) {
    return undefined
  }

  const [v4, v6] = [ip.replaceAll('-', '.'), ip.replaceAll('-', ':')]

  if (isIPv4(v4)) {
    return v4
  }

  return /^[^-].*[^-]$/.test(ip) && isIPv6(v6) ? v6 : undefined
}

function isPeerId (text: string): boolean {
  try {
    parsePeerId(text)
    return true
  } catch {
    return false
  }
}
