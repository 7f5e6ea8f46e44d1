import { multiaddr } from '@multiformats/multiaddr'

/** Bytes of an IPv6 address that identify a network; its owner chooses the rest. */
const NET_BYTES = 8

const CODE_BYTES = 1

/**
 * Returns the common part of the addresses of one owner: an IPv4 address, or the first 64 bits of an IPv6 address.
 * Undefined for loopback, which no remote peer has.
 *
 * @param address - an IP address as text
 */
export function addressGroup (address: string): string | undefined {
  if (address.startsWith('127.') || address === '::1') {
    return undefined
  }

  return address.includes(':')
    ? String(multiaddr(`/ip6/${address}`).bytes.subarray(CODE_BYTES, CODE_BYTES + NET_BYTES))
    : address
}
