import { base58btc } from 'multiformats/bases/base58'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { settledWithin } from '../../async/promises/settled-within.ts'
import { isError } from '../../errors/define-error.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import { EmptyTableError } from '../swarm-errors.ts'
import type { FindOptions, PeerSources } from './find-providers.ts'
import { getDht } from './get-dht.ts'

/** The time that the slower of routers and DHT gets to add addresses after the other has answered. */
const GRACE_MS = 2000

/**
 * Returns the addresses of a peer from routers and DHT; empty if none knows it.
 *
 * @throws the signal's reason
 */
export async function findPeer (
  sources: PeerSources,
  peer: MultihashDigest,
  { signal, onProblem = () => {}, onEvent }: FindOptions
): Promise<string[]> {
  const ending = new AbortController()
  const all = AbortSignal.any([signal, ending.signal])
  const found = new Set<string>()
  let came = (): void => {}
  const first = new Promise<void>((resolve) => {
    came = resolve
  })

  const take = (addresses: readonly string[]): void => {
    addresses.forEach((address) => {
      found.add(address)
    })

    if (found.size > 0) {
      came()
    }
  }

  const inDht = async (): Promise<void> => {
    const dht = await getDht(sources, all)
    take(await dht?.findPeer(base58btc.baseEncode(peer.bytes), { signal: all, onEvent }) ?? [])
  }

  const both = Promise.all([
    sources.routing?.findPeer(peer, { signal: all, onProblem }).then(take, () => {}),
    inDht().catch((err: Error) => {
      // An empty routing table is no problem, and was reported as an event.
      if (!isError(err, EmptyTableError)) {
        onProblem('dht', errorMessage(err))
      }
    })
  ])

  try {
    await Promise.race([both, first.then(async () => await settledWithin(both, GRACE_MS))])
    signal.throwIfAborted()
    return [...found]
  } finally {
    ending.abort(new DOMException('the caller no longer waits', 'AbortError'))
  }
}
