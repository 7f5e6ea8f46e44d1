import { base58btc } from 'multiformats/bases/base58'
import { kadId } from './kad-id.ts'

/** A peer as the DHT knows it. */
export interface KadPeer {
  /** in base58 */
  id: string
  /** where it is in the space of the DHT */
  kadId: Uint8Array
  /** ways to it, as bytes: most of them are never looked at */
  addresses: readonly Uint8Array[]
}

/** @param id - in base58 */
export function kadPeer (id: string, addresses: readonly Uint8Array[] = []): KadPeer {
  return { id, kadId: kadId(base58btc.baseDecode(id)), addresses }
}
