import { multiaddr } from '@multiformats/multiaddr'
import { addressScope, ipGroup } from '../addresses/address-scope.ts'
import type { KadPeer } from './kad-peer.ts'

/** Peers of one address group that an answer may name (go-libp2p-kad-dht `rt_diversity_filter.go`). */
const MAX_OF_GROUP = 3

/** The rules for the members of a hash table, by their addresses. */
export interface KadRealm {
  protocol: string
  /** whether the number of peers per address owner is limited */
  isDiverse: boolean
  /** filters the peers of an answer */
  plausible: (peers: readonly KadPeer[]) => readonly KadPeer[]
  /** whether a named peer is queried */
  asks: (peer: Pick<KadPeer, 'addresses'>) => boolean
  /** whether a peer that answered may enter the table */
  keeps: (peer: { addresses: readonly Uint8Array[]; connected: readonly Uint8Array[] }) => boolean
  /** whether an address of this node is announced */
  announces: (address: Uint8Array) => boolean
}

/** The public network: servers with a public address that is no relay's (go-libp2p-kad-dht `dht_filters.go`). */
export const WAN: KadRealm = {
  protocol: '/ipfs/kad/1.0.0',
  isDiverse: true,
  plausible: withoutCrowds,
  asks: ({ addresses }) => addresses.some(isPublic),
  keeps: ({ addresses }) => addresses.some(isPublic),
  // DNS names count as public.
  announces: (address) => addressScope(address) === 'public' || isNamed(address)
}

/**
 * Returns the local network.
 *
 * @param withLoopback - `Routing.LoopbackAddressesOnLanDHT`
 */
export function lanRealm (withLoopback: boolean): KadRealm {
  return {
    protocol: '/ipfs/lan/kad/1.0.0',
    isDiverse: false,
    plausible: (peers) => peers,
    asks: ({ addresses }) => addresses.length > 0,
    keeps: ({ connected }) =>
      connected.some((address) => ['private', 'loopback'].includes(addressScope(address) ?? '') && !isRelayed(address)),
    announces: (address) => withLoopback || addressScope(address) !== 'loopback'
  }
}

function isPublic (address: Uint8Array): boolean {
  return addressScope(address) === 'public' && !isRelayed(address)
}

function isRelayed (address: Uint8Array): boolean {
  return namesOf(address).includes('p2p-circuit')
}

function isNamed (address: Uint8Array): boolean {
  return namesOf(address)[0]?.startsWith('dns') === true
}

function namesOf (address: Uint8Array): string[] {
  try {
    return multiaddr(address).getComponents().map(({ name }) => name)
  } catch {
    return []
  }
}

/** Removes peers if too many share an address owner. */
function withoutCrowds (peers: readonly KadPeer[]): readonly KadPeer[] {
  const groups = peers.map(({ addresses }) => new Set(addresses.map(ipGroup)))
  const isCrowd = (group: string | undefined): boolean =>
    group != null && groups.filter((other) => other.has(group)).length > MAX_OF_GROUP
  return peers.filter((_, i) => ![...groups[i]].some(isCrowd))
}
