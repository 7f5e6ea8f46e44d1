import type { ConfigStore } from './config-store.ts'
import type { Config } from './values/config.ts'

/**
 * Changes a configuration by a step that also tells what it did.
 *
 * @throws what the step throws, and then nothing has changed; as `ConfigStore.update` does
 */
export async function changeWithResult<C extends { config: Config }> (
  store: Pick<ConfigStore, 'update'>,
  change: (config: Config) => C
): Promise<C> {
  let changed: C | undefined

  await store.update((config) => {
    changed = change(config)
    return changed.config
  })

  return changed as C
}
