import type { ConfigStore } from '../../config/config-store.ts'
import type { DelegatedRouting } from '../../retrieval/delegated-routing.ts'
import type { LazySwarm } from '../lazy-swarm.ts'

/** The sources for peer lookups. */
export interface PeerSources {
  config: ConfigStore
  /** Undefined if no routers are used. */
  routing: Pick<DelegatedRouting, 'findProviders' | 'findPeer'> | undefined
  /** Undefined if the node is no peer. */
  swarm: LazySwarm | undefined
}
