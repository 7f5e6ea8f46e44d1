import { settledWithin } from '../../async/promises/settled-within.ts'
import { fullAddresses } from '../../net/addresses/peer-addresses.ts'
import type { LazySwarm } from '../lazy-swarm.ts'

/** The maximum time to wait for the start of the swarm. */
const START_MS = 5000

/**
 * The maximum number of addresses that pinning services accept (IPFS Pinning Service API, `origins` and `delegates`).
 */
const MAX_ADDRESSES = 20

/**
 * Returns the public addresses of this node, with its ID at the end: at most 20, none if it is no peer. Loopback
 * addresses are last.
 *
 * @param self - ID of the node, as text
 * @throws the signal's reason
 */
export async function ownAddresses (
  lazy: LazySwarm | undefined,
  self: string,
  { signal }: { signal: AbortSignal }
): Promise<string[]> {
  const started = lazy == null ? 'late' : await settledWithin(lazy.get(signal), START_MS)
  signal.throwIfAborted()

  if (started === 'late' || 'error' in started) {
    return []
  }

  // Loopback addresses last.
  const Addrs = started.value.addresses().sort((a, b) => Number(isHere(a)) - Number(isHere(b))).slice(0, MAX_ADDRESSES)
  return Addrs.length === 0 ? [] : fullAddresses([{ ID: self, Addrs }])
}

function isHere (address: string): boolean {
  return /^\/(ip4\/127\.|ip6\/::1\/)/.test(address)
}
