import { multiaddr } from '@multiformats/multiaddr'

/** Bytes of an address of IPv6 that name a net; the others are for whoever has it to choose. */
const NET_BYTES = 8

const CODE_BYTES = 1

/**
 * What addresses of one owner have in common: an address of IPv4, or the first 64 bits of one of IPv6. Undefined for those of this
 * machine, which nobody from elsewhere has.
 *
 * @param address - an IP address as text
 */
export function addressGroup (address: string): string | undefined {
  if (/^127\./.test(address) || address === '::1') {
    return undefined
  }

  return address.includes(':') ? String(multiaddr(`/ip6/${address}`).bytes.subarray(CODE_BYTES, CODE_BYTES + NET_BYTES)) : address
}
