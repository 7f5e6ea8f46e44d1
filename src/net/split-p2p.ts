import { base58btc } from 'multiformats/bases/base58'
import type { Multiaddr } from '@multiformats/multiaddr'
import { parsePeerId } from '../cid/peer-id/parse-peer-id.ts'

/** An address taken apart: the way to a peer, and the peer. */
export interface P2pAddress {
  /** the ID in base58; undefined where the address ends with something else */
  id: string | undefined
  /** what stands before it; undefined where nothing does */
  transport: string | undefined
}

/** Splits off the last part of an address where that is a peer (go-multiaddr `SplitLast`). Other peers on the way, relays, stay in it. */
export function splitP2p (address: Multiaddr): P2pAddress {
  const components = address.getComponents()
  const last = components[components.length - 1]

  if (last?.name !== 'p2p' || last.value == null) {
    return { id: undefined, transport: components.length === 0 ? undefined : address.toString() }
  }

  const { transport } = components.length === 1 ? { transport: undefined } : { transport: address.decapsulateCode(last.code).toString() }
  return { id: base58btc.baseEncode(parsePeerId(last.value).bytes), transport }
}
