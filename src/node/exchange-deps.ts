import type { Datastore } from 'interface-datastore'
import type { ConfigStore } from '../config/config-store.ts'
import type { Blockstore } from '../store/blockstore.ts'
import type { Identity } from './identity.ts'

/** What an exchange is made of. */
export interface ExchangeDeps {
  identity: Identity
  config: ConfigStore
  /** blocks of this machine alone, for what others want; what is put here is not told to `notify` */
  blockstore: Blockstore
  datastore: Datastore
}
