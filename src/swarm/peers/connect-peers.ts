import { timeLimit } from '../../async/signals/time-limit.ts'
import { peerAddresses } from '../../net/addresses/peer-addresses.ts'
import type { LazySwarm } from '../lazy-swarm.ts'

/** The timeout of one dial. */
const DIAL_MS = 20_000

/** The maximum number of addresses from others that are dialed. */
const MAX_ADDRESSES = 20

/**
 * Connects to peers at addresses that others have sent, concurrently. Ignores malformed addresses, and peers that are
 * not reached within 20 s. Never rejects.
 *
 * @param addresses - multiaddrs that end with a peer ID; only the first 20 are used
 */
export async function connectPeers (
  lazy: LazySwarm | undefined,
  addresses: readonly string[],
  { signal }: { signal: AbortSignal }
): Promise<void> {
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
