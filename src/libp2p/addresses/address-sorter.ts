import type { Address } from '@libp2p/interface'
import {
  circuitRelayAddressesLast,
  loopbackAddressLast,
  publicAddressesFirst,
  reliableTransportsFirst
} from '@libp2p/utils'
import type { Holder } from '../host/swarm-transport.ts'
import { isRelayed } from './address-scope.ts'

/**
 * Returns a sort function for the addresses of a peer: libp2p's order
 * (`libp2p/src/connection-manager/address-sorter.ts`), but addresses that a page connects to come last. libp2p prefers
 * WebRTC-direct to WebTransport, which is several times as fast and survives the page.
 */
export function addressSorter (holders: ReadonlyArray<Pick<Holder, 'holds'>>): (a: Address, b: Address) => -1 | 0 | 1 {
  const isHeld = ({ multiaddr }: Address): boolean => holders.some((holder) => holder.holds(multiaddr))

  const last = (isA: boolean, isB: boolean): -1 | 0 | 1 => {
    if (isA === isB) {
      return 0
    }

    return isA ? 1 : -1
  }

  return (a, b) =>
    loopbackAddressLast(a.multiaddr, b.multiaddr) || publicAddressesFirst(a.multiaddr, b.multiaddr) ||
    circuitRelayAddressesLast(a.multiaddr, b.multiaddr) ||
    last(isRelayed(a.multiaddr), isRelayed(b.multiaddr)) || last(isHeld(a), isHeld(b)) ||
    last(b.isCertified, a.isCertified) || reliableTransportsFirst(a.multiaddr, b.multiaddr)
}
