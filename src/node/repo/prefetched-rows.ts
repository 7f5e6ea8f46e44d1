import type { Key } from 'interface-datastore'
import { CONFIG_KEY } from '../../config/config-store.ts'
import { AUTO_CONF_KEY } from '../../config/values/auto-conf.ts'
import { DENYLISTS_KEY } from '../../denylist/denylists-key.ts'
import { SPEC_KEY } from '../../store/open/open-blockstore.ts'
import { IDENTITY_KEY } from '../identity/identity.ts'
import { RUNTIME_KEYS } from '../session/runtime-state.ts'
import { INIT_KEY } from './init-repo.ts'

/** Rows of the datastore that a node reads while it opens. The opener of the datastore reads them in one batch. */
export const PREFETCHED_ROWS: readonly Key[] = [
  IDENTITY_KEY,
  CONFIG_KEY,
  AUTO_CONF_KEY,
  SPEC_KEY,
  INIT_KEY,
  DENYLISTS_KEY,
  ...RUNTIME_KEYS
]
