import type { Multiaddr } from '@multiformats/multiaddr'

/** Returns whether an address leads through a relay. */
export function isRelayed (address: Multiaddr): boolean {
  return address.getComponents().some(({ name }) => name === 'p2p-circuit')
}
