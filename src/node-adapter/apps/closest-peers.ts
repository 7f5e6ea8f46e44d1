import type { MultihashDigest } from 'multiformats/hashes/interface'
import type { DelegatedRouter } from '../../delegated-router/delegated-router.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import type { PeerAddresses } from '../../net/addresses/peer-addresses.ts'
import { getDht } from '../../swarm/routing/get-dht.ts'
import type { DhtNode } from '../../swarm/routing/get-dht.ts'

/** Time after which a slow walk ends with the peers that it has found. It leaves time to send the answer. */
const WALK_MS = 25_000

/**
 * Yields the servers of the public DHT that are nearest to a key, nearest first. The table of the local network is
 * left out, as in Kubo (`core/corehttp/routing.go`): its peers are private.
 *
 * @param announced - router whose announced peers are the answer if the node has no DHT, or no server of it is reached
 * @throws an Error if the DHT fails, or is not used
 */
export async function* closestPeers (
  key: MultihashDigest,
  node: DhtNode,
  { signal, announced }: { signal: AbortSignal; announced: Pick<DelegatedRouter, 'closest'> | undefined }
): AsyncGenerator<PeerAddresses> {
  try {
    const dht = await getDht(node, signal)

    if (dht == null) {
      throw new Error('GetClosestPeers not supported: DHT is not available')
    }

    yield* await dht.nearest(key.bytes, { signal, isPublic: true, maxMs: WALK_MS })
  } catch (err) {
    if (announced == null) {
      throw new Error(errorMessage(err as Error))
    }

    yield* announced.closest(key.bytes).map(({ id, addresses }) => ({ ID: id, Addrs: addresses }))
  }
}
