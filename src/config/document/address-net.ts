import { multiaddr } from '@multiformats/multiaddr'

const BITS = { ip4: 32, ip6: 128 } as const

/**
 * Normalizes a network of addresses, as `/ip4/192.168.0.0/ipcidr/16`: the bits after the prefix are 0
 * (whyrusleeping/multiaddr-filter).
 *
 * @throws an Error with Kubo's message
 */
export function addressNet (text: string): string {
  const [empty, family, address, cidr, prefix, ...more] = text.split('/')

  if (
    empty !== '' || (family !== 'ip4' && family !== 'ip6') || cidr !== 'ipcidr' || prefix == null || more.length > 0
  ) {
    throw new Error('invalid multiaddr-filter format')
  }

  const bytes = addressBytes(family, address)

  if (bytes == null || !/^\d{1,3}$/.test(prefix) || Number(prefix) > BITS[family]) {
    throw new Error(`invalid CIDR address: ${address}/${prefix}`)
  }

  return `${multiaddr(maskBytes(bytes, Number(prefix))).toString()}/ipcidr/${Number(prefix)}`
}

/** Returns the address after the code of its protocol, which is one byte. */
function addressBytes (family: string, address: string): Uint8Array | undefined {
  try {
    return multiaddr(`/${family}/${address}`).bytes
  } catch {
    return undefined
  }
}

function maskBytes (bytes: Uint8Array, prefix: number): Uint8Array {
  return bytes.map((byte, i) => i === 0 ? byte : byte & ~(0xff >> Math.min(8, Math.max(0, prefix - (i - 1) * 8))))
}
