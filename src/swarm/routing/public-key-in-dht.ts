import { publicKeyFromProtobuf } from '@libp2p/crypto/keys'
import { equals } from 'multiformats/bytes'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import type { LazySwarm } from '../lazy-swarm.ts'
import { dhtValues } from './dht-values.ts'
import { getDht } from './get-dht.ts'

const PREFIX = new TextEncoder().encode('/pk/')

/**
 * Returns the public key of a peer from the DHT, as a libp2p protobuf (go-libp2p-record `pubkey.go`); undefined if no
 * server has it.
 *
 * @throws the signal's reason
 */
export async function publicKeyInDht (
  node: { config: ConfigStore; swarm: LazySwarm | undefined },
  peer: MultihashDigest,
  signal: AbortSignal
): Promise<Uint8Array | undefined> {
  const dht = await getDht(node, signal)

  for await (const value of dhtValues(dht, concatBytes([PREFIX, peer.bytes]), { signal })) {
    if (isKeyOf(value, peer)) {
      return value
    }
  }
}

function isKeyOf (value: Uint8Array, peer: MultihashDigest): boolean {
  try {
    return equals(publicKeyFromProtobuf(value).toMultihash().bytes, peer.bytes)
  } catch {
    return false
  }
}
