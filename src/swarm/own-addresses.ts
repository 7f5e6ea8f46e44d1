import { settledWithin } from '../async/settled-within.ts'
import { fullAddresses } from '../net/full-addresses.ts'
import type { LazySwarm } from './lazy-swarm.ts'

/** Whoever wants to tell others where the node is waits no longer for it to be a peer. */
const START_MS = 5000

/** More are of no use: pinning services take no more (IPFS Pinning Service API, `origins` and `delegates`). */
const MAX_ADDRESSES = 20

/**
 * Where others reach this node, with its ID at the end: 20 addresses at most, none where it is no peer. Those of this machine alone come last.
 *
 * @param self - ID of the node, as text
 * @throws the signal's reason
 */
export async function ownAddresses (lazy: LazySwarm | undefined, self: string, { signal }: { signal: AbortSignal }): Promise<string[]> {
  const started = lazy == null ? 'late' : await settledWithin(lazy.get(signal), START_MS)
  signal.throwIfAborted()

  if (started === 'late' || 'error' in started) {
    return []
  }

  // those of this machine alone last
  const Addrs = started.value.addresses().sort((a, b) => Number(isHere(a)) - Number(isHere(b))).slice(0, MAX_ADDRESSES)
  return Addrs.length === 0 ? [] : fullAddresses([{ ID: self, Addrs }])
}

function isHere (address: string): boolean {
  return /^\/(ip4\/127\.|ip6\/::1\/)/.test(address)
}
