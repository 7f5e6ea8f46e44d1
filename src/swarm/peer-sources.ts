import type { ConfigStore } from '../config/config-store.ts'
import type { DelegatedRouting } from '../retrieval/delegated-routing.ts'
import type { LazySwarm } from './lazy-swarm.ts'

/** Who may know peers. */
export interface PeerSources {
  config: ConfigStore
  /** undefined where no routers are asked */
  routing: Pick<DelegatedRouting, 'findProviders' | 'findPeer'> | undefined
  /** undefined for a node that is no peer */
  swarm: LazySwarm | undefined
}
