import type { ConfigStore } from './config-store.ts'
import type { Config } from './values/config.ts'

/**
 * Changes a configuration by a step that also returns a result.
 *
 * @throws the error of the step, after which nothing has changed, and errors of `ConfigStore.update`
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
