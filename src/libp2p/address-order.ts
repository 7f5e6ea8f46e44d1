import type { Address } from '@libp2p/interface'
import { circuitRelayAddressesLast, loopbackAddressLast, publicAddressesFirst, reliableTransportsFirst } from '@libp2p/utils'
import { isRelayed } from './is-relayed.ts'
import type { Holder } from './swarm-transport.ts'

/**
 * In which order the addresses of a peer are tried: as libp2p has it (`libp2p/src/connection-manager/address-sorter.ts`), but what a page holds comes behind what does
 * not need one. Libp2p has WebRTC-direct before WebTransport, which carries several times as much and does not go with a page.
 *
 * @returns a function for `sort`
 */
export function addressOrder (holders: ReadonlyArray<Pick<Holder, 'holds'>>): (a: Address, b: Address) => -1 | 0 | 1 {
  const isHeld = ({ multiaddr }: Address): boolean => holders.some((holder) => holder.holds(multiaddr))

  const last = (isA: boolean, isB: boolean): -1 | 0 | 1 => isA === isB ? 0 : isA ? 1 : -1

  return (a, b) => loopbackAddressLast(a.multiaddr, b.multiaddr) || publicAddressesFirst(a.multiaddr, b.multiaddr) || circuitRelayAddressesLast(a.multiaddr, b.multiaddr) ||
    last(isRelayed(a.multiaddr), isRelayed(b.multiaddr)) || last(isHeld(a), isHeld(b)) || last(b.isCertified, a.isCertified) || reliableTransportsFirst(a.multiaddr, b.multiaddr)
}
