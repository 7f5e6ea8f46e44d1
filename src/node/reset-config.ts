import type { Datastore } from 'interface-datastore'
import { openConfig } from '../config/config-store.ts'
import type { ConfigStore } from '../config/config-store.ts'
import { withDefaultSettings } from '../config/with-default-settings.ts'

/**
 * Puts the default settings in place of all that are kept; who the node is and how its blocks are kept stays (`Identity`,
 * `Datastore.Spec`). Counts at once.
 *
 * @param repo - the configuration of a node that is open, or the datastore of a repo whose node is not
 */
export async function resetConfig (repo: { config: ConfigStore } | { datastore: Datastore }): Promise<void> {
  const config = 'config' in repo ? repo.config : await openConfig(repo.datastore)
  await config.update(withDefaultSettings)
}
