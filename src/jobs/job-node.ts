import type { References } from '../blocks/references/references.ts'
import type { Exchange } from '../blocks/exchange.ts'
import type { ConfigStore } from '../config/config-store.ts'
import type { KeyStore } from '../keys/key-store.ts'
import type { Names } from '../names/names.ts'
import type { LazySwarm } from '../swarm/lazy-swarm.ts'
import type { PinnedRepo } from '../pins/pinned-repo.ts'

/** What jobs use of a node. */
export interface JobNode extends PinnedRepo {
  readonly config: ConfigStore
  /** what brings blocks that are not here; undefined where nothing does */
  readonly exchange: Exchange | undefined
  readonly online: boolean
  /** undefined where the node is no peer at the moment */
  readonly swarm: LazySwarm | undefined
  readonly identity: { readonly peerId: { toString: () => string } }
  readonly names: Pick<Names, 'resolve' | 'renew'>
  readonly keys: Pick<KeyStore, 'privateKeys'>
  /** undefined where files are not referred to */
  readonly references: References | undefined
}
