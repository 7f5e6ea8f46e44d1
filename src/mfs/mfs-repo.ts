import type { ConfigStore } from '../config/config-store.ts'
import type { Repo } from '../repo/repo.ts'

/** A repo with its configuration. */
export interface MfsRepo extends Repo {
  readonly config: ConfigStore
}
