import { exploreLink, nodeLink, readSection } from '../../lib/links/section.ts'
import { hasPeers } from '../../network/state/network.ts'
import { connectTo } from '../../network/state/peers.ts'
import { section } from '../../page/state/section.ts'
import type { Address } from '../lib/read-address.ts'

/** Shows a content in Explore, or connects to a peer, whose result Peers shows. */
export function openAddress (address: Exclude<Address, { is: 'unclear' }>): void {
  if (address.is === 'peer') {
    location.hash = nodeLink('peers')
    dial(address.address)
    return
  }
  meetSender(address)

  // Opening the same address again searches again.
  if (location.hash === exploreLink(address.path)) {
    section.set(readSection(location.hash))
  } else {
    location.hash = exploreLink(address.path)
  }
}

/** Connects to the node that shared a content, if the link has its address. Other nodes may have it too. */
export function meetSender ({ from }: { from?: string }): void {
  if (from != null) {
    dial(from)
  }
}

function dial (address: string): void {
  if (hasPeers() === true) {
    connectTo(address).catch(() => {}) // `peers` has the error.
  }
}
