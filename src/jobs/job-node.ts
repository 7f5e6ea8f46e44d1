import type { Exchange } from '../blocks/exchange/exchange.ts'
import type { References } from '../blocks/references/references.ts'
import type { ConfigStore } from '../config/config-store.ts'
import type { KeyStore } from '../keys/store/key-store.ts'
import type { Names } from '../names/names.ts'
import type { PinnedRepo } from '../pins/index/pinned-repo.ts'
import type { LazySwarm } from '../swarm/lazy-swarm.ts'

/** The parts of a node that jobs use. */
export interface JobNode extends PinnedRepo {
  readonly config: ConfigStore
  /** Fetches missing blocks; undefined if the node is offline. */
  readonly exchange: Exchange | undefined
  readonly online: boolean
  /** Undefined if the node is no peer at the moment. */
  readonly swarm: LazySwarm | undefined
  readonly identity: { readonly peerId: { toString: () => string } }
  readonly names: Pick<Names, 'resolve' | 'renew'>
  readonly keys: Pick<KeyStore, 'privateKeys'>
  /** Undefined if the filestore is disabled. */
  readonly references: References | undefined
}
