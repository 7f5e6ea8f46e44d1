import type { Multiaddr } from '@multiformats/multiaddr'
import { multiaddr } from '@multiformats/multiaddr'

/** The length of the protocol code in front of the address. */
const CODE_BYTES = 1

/**
 * Whether the IP address at the beginning of a multiaddr belongs to a network.
 *
 * @param net - in the form of `addressNet`, `/ip4/192.168.0.0/ipcidr/16`
 */
export function isInNet (address: Multiaddr, net: string): boolean {
  const [, family, base, , prefix] = net.split('/')
  const [first] = address.getComponents()

  if (first?.name !== family || first.value == null) {
    return false
  }

  const a = multiaddr(`/${family}/${first.value}`).bytes.subarray(CODE_BYTES)
  const b = multiaddr(`/${family}/${base}`).bytes.subarray(CODE_BYTES)

  return a.every((byte, i) => {
    const mask = 0xff & ~(0xff >> Math.min(8, Math.max(0, Number(prefix) - i * 8)))
    return (byte & mask) === (b[i] & mask)
  })
}
