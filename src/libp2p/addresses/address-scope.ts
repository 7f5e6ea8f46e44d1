import type { Multiaddr } from '@multiformats/multiaddr'

/** Returns whether an address leads through a relay. */
export function isRelayed (address: Multiaddr): boolean {
  return address.getComponents().some(({ name }) => name === 'p2p-circuit')
}

/** Codes of IP components of a multiaddr, and the lengths of their values. */
const IP4 = 0x04
const IP4_BYTES = 4
const IP6 = 0x29
const IP6_BYTES = 16

/** IPv4 networks that are not part of the public internet: base and prefix length (go-multiaddr `net/private.go`). */
const PRIVATE: ReadonlyArray<[base: number, bits: number]> = [
  [0x7f000000, 8],
  [0x0a000000, 8],
  [0x64400000, 10],
  [0xac100000, 12],
  [0xc0a80000, 16],
  [0xa9fe0000, 16]
]
const UNROUTABLE: typeof PRIVATE = [
  [0, 8],
  [0xc0000000, 26],
  [0xc0000200, 24],
  [0xc0586300, 24],
  [0xc6120000, 15],
  [0xc6336400, 24],
  [0xcb007100, 24],
  [0xe0000000, 3]
]

const MULTICAST_IP6 = 0xff

/** Bytes of an address by the code of its protocol. */
const LENGTHS = new Map([[IP4, IP4_BYTES], [IP6, IP6_BYTES]])

export type AddressScope = 'public' | 'private' | 'loopback'

/**
 * Classifies the IP address with which a multiaddr begins (go-libp2p-kad-dht `dht_filters.go`); undefined without one,
 * or if it is unroutable.
 */
export function addressScope (address: Uint8Array): AddressScope | undefined {
  const ip = ipBytes(address)

  if (ip?.length === IP4_BYTES) {
    return ip4Scope(ip)
  }

  return ip?.length === IP6_BYTES && ip[0] !== MULTICAST_IP6 ? ip6Scope(ip) : undefined
}

function ip4Scope (ip: Uint8Array): AddressScope | undefined {
  const number = (ip[0] << 24 | ip[1] << 16 | ip[2] << 8 | ip[3]) >>> 0
  const isIn = (nets: typeof PRIVATE): boolean =>
    nets.some(([base, bits]) => number >>> (32 - bits) === base >>> (32 - bits))

  if (ip[0] === 127) {
    return 'loopback'
  }

  if (isIn(PRIVATE)) {
    return 'private'
  }

  return isIn(UNROUTABLE) ? undefined : 'public'
}

function ip6Scope (ip: Uint8Array): AddressScope {
  // 2000::/3 is the routable part.
  if ((ip[0] & 0xe0) === 0x20) {
    return 'public'
  }

  const isLoopback = ip[15] === 1 && ip.subarray(0, 15).every((byte) => byte === 0)
  return isLoopback ? 'loopback' : 'private'
}

/**
 * Returns the group of addresses that probably have one owner: the first 16 bits of IPv4, 32 of IPv6 (go-libp2p-kbucket
 * `peerdiversity`, which uses ASNs for IPv6).
 */
export function ipGroup (address: Uint8Array): string | undefined {
  const ip = ipBytes(address)
  return ip?.subarray(0, ip.length === IP4_BYTES ? 2 : 4).join('.')
}

function ipBytes (address: Uint8Array): Uint8Array | undefined {
  const length = LENGTHS.get(address[0])
  return length == null || address.length <= length ? undefined : address.subarray(1, length + 1)
}
