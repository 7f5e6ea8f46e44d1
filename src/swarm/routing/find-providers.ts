import type { CID } from 'multiformats/cid'
import { emptyGenerator } from '../../async/iteration/empty-generator.ts'
import { mergeSources } from '../../async/iteration/merge-sources.ts'
import type { Source } from '../../async/iteration/merge-sources.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import type { PeerAddresses } from '../../net/addresses/peer-addresses.ts'
import type { DelegatedRouting } from '../../retrieval/delegated-routing.ts'
import { ignoredProviders } from '../../retrieval/settings/retrieval-settings.ts'
import type { DhtOptions } from '../dht.ts'
import type { LazySwarm } from '../lazy-swarm.ts'
import { getDht } from './get-dht.ts'

/** The sources for peer lookups. */
export interface PeerSources {
  config: ConfigStore
  /** Undefined if no routers are used. */
  routing: Pick<DelegatedRouting, 'findProviders' | 'findPeer'> | undefined
  /** Undefined if the node is no peer. */
  swarm: LazySwarm | undefined
}

export interface FindOptions extends DhtOptions {
  /** Called for a source that failed: the URL of a router, or `dht`. */
  onProblem?: (place: string, problem: string) => void
}

/**
 * Yields the providers of a block, each once, as routers and DHT name them. Skips those in `Routing.IgnoreProviders`.
 *
 * @throws the signal's reason
 */
export async function* findProviders (
  sources: PeerSources,
  cid: CID,
  { signal, onProblem = () => {}, onEvent }: FindOptions
): AsyncGenerator<PeerAddresses> {
  const ending = new AbortController()
  const all = AbortSignal.any([signal, ending.signal])
  const isIgnored = ignoredProviders(sources.config)
  const reported = new Map<string, boolean>()

  const places: Array<Source<PeerAddresses>> = [
    { items: sources.routing?.findProviders(cid, { signal: all, onProblem }) ?? emptyGenerator(), failed: () => {} },
    {
      items: inDht(sources, cid, { signal: all, onEvent }),
      failed: (err) => {
        onProblem('dht', errorMessage(err))
      }
    }
  ]

  try {
    for await (const peer of mergeSources(places)) {
      const hasAddresses = peer.Addrs.length > 0

      // A peer that had no address is yielded again with addresses.
      if (!isIgnored(peer.ID) && (!reported.has(peer.ID) || (hasAddresses && reported.get(peer.ID) === false))) {
        reported.set(peer.ID, hasAddresses)
        yield peer
      }
    }

    signal.throwIfAborted()
  } finally {
    ending.abort(new DOMException('the reader has stopped', 'AbortError'))
  }
}

async function* inDht (sources: PeerSources, cid: CID, options: DhtOptions): AsyncGenerator<PeerAddresses> {
  const dht = await getDht(sources, options.signal)
  yield* dht?.findProviders(cid, options) ?? emptyGenerator()
}
