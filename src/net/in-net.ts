import type { Multiaddr } from '@multiformats/multiaddr'
import { multiaddr } from '@multiformats/multiaddr'

/** Bytes that stand before the address: the code of its protocol. */
const CODE_BYTES = 1

/** Whether the address that begins a multiaddr is of a net. @param net - as `addressNet` writes it, `/ip4/192.168.0.0/ipcidr/16` */
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
