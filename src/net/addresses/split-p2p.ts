import type { Multiaddr } from '@multiformats/multiaddr'
import { base58btc } from 'multiformats/bases/base58'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'

/** An address split into the route to a peer, and the peer. */
export interface P2pAddress {
  /** The ID in base58; undefined if the address does not end with one. */
  id: string | undefined
  /** The part before it; undefined if there is none. */
  transport: string | undefined
}

/** Splits off a peer ID at the end of an address (go-multiaddr `SplitLast`). IDs of relays stay in the route. */
export function splitP2p (address: Multiaddr): P2pAddress {
  const components = address.getComponents()
  const last = components[components.length - 1]

  if (last?.name !== 'p2p' || last.value == null) {
    return { id: undefined, transport: components.length === 0 ? undefined : address.toString() }
  }

  const { transport } = components.length === 1
    ? { transport: undefined }
    : { transport: address.decapsulateCode(last.code).toString() }
  return { id: base58btc.baseEncode(parsePeerId(last.value).bytes), transport }
}
