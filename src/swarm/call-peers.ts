import { timeLimit } from '../async/time-limit.ts'
import { peerAddresses } from '../net/peer-addresses.ts'
import type { LazySwarm } from './lazy-swarm.ts'

/** One attempt takes no longer. */
const DIAL_MS = 20_000

/** No more addresses that others name are followed. */
const MAX_ADDRESSES = 20

/**
 * Sees to connections to peers that others have named, all at once. Addresses that cannot be read, or name no peer, are let be, and so
 * are peers that cannot be reached within 20 s. Never rejects.
 *
 * @param addresses - multiaddrs that end with a peer's ID; the first 20 count
 */
export async function callPeers (lazy: LazySwarm | undefined, addresses: readonly string[], { signal }: { signal: AbortSignal }): Promise<void> {
  const peers = peerAddresses(addresses.slice(0, MAX_ADDRESSES).filter(isReadable))

  await Promise.allSettled(peers.map(async (peer) => {
    await (await lazy?.get(signal))?.connect(peer, { signal: timeLimit(DIAL_MS, signal) })
  }))
}

function isReadable (address: string): boolean {
  try {
    return peerAddresses([address]).length > 0
  } catch {
    return false
  }
}
