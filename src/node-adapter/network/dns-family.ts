import type { Multiaddr } from '@multiformats/multiaddr'

const FAMILIES: Readonly<Record<string, 4 | 6>> = { dns4: 4, dns6: 6 }

/** Returns the version of IP addresses that the name in an address stands for: 4 for /dns4, 6 for /dns6, 0 for both. */
export function dnsFamily (address: Multiaddr): 0 | 4 | 6 {
  return FAMILIES[address.getComponents()[0]?.name] ?? 0
}
