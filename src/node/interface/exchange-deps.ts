import type { Datastore } from 'interface-datastore'
import type { ConfigStore } from '../../config/config-store.ts'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import type { Identity } from '../identity/identity.ts'

/** Dependencies of an exchange. */
export interface ExchangeDeps {
  identity: Identity
  config: ConfigStore
  /** Blocks of this machine only, for the wants of peers. Blocks that are put here are not passed to `notify`. */
  blockstore: Blockstore
  datastore: Datastore
}
