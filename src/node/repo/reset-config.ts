import type { Datastore } from 'interface-datastore'
import { openConfig } from '../../config/config-store.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import { withDefaultSettings } from '../../config/with-default-settings.ts'

/**
 * Replaces all settings with the defaults, except the identity and the store layout (`Identity`, `Datastore.Spec`).
 * Takes effect at once.
 *
 * @param repo - the configuration of an open node, or the datastore of a repo that is not open
 */
export async function resetConfig (repo: { config: ConfigStore } | { datastore: Datastore }): Promise<void> {
  const config = 'config' in repo ? repo.config : await openConfig(repo.datastore)
  await config.update(withDefaultSettings)
}
