import { base58btc } from 'multiformats/bases/base58'
import { kadId } from '../../net/kad-id.ts'

/** A peer of the DHT. */
export interface KadPeer {
  /** ID in base58 */
  id: string
  /** position in the key space */
  kadId: Uint8Array
  /** addresses as bytes: most are never parsed */
  addresses: readonly Uint8Array[]
}

/** @param id - in base58 */
export function kadPeer (id: string, addresses: readonly Uint8Array[] = []): KadPeer {
  return { id, kadId: kadId(base58btc.baseDecode(id)), addresses }
}
