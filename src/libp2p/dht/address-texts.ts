import { multiaddr } from '@multiformats/multiaddr'
import type { PeerAddresses } from '../../net/addresses/peer-addresses.ts'
import { splitP2p } from '../../net/addresses/split-p2p.ts'
import type { KadPeer } from './kad-peer.ts'

/**
 * Returns the addresses of a peer as text, without its ID. Leaves out unreadable ones and those that lead to another
 * peer.
 */
export function addressTexts ({ id: ID, addresses }: Pick<KadPeer, 'id' | 'addresses'>): PeerAddresses {
  const Addrs = addresses.flatMap((bytes) => {
    try {
      const { id, transport } = splitP2p(multiaddr(bytes))
      return transport == null || (id != null && id !== ID) ? [] : [transport]
    } catch {
      return []
    }
  })

  return { ID, Addrs: [...new Set(Addrs)] }
}
