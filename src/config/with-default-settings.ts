import { DEFAULT_CONFIG } from './config-store.ts'
import { usableConfig } from './document/usable-config.ts'
import { getIn, isObject } from './values/config.ts'
import type { Config } from './values/config.ts'

/**
 * Resets an existing repo to the default settings, except its identity and its storage (`Identity`, `Datastore.Spec`).
 *
 * @example await node.config.update(withDefaultSettings)
 */
export function withDefaultSettings (config: Config): Config {
  const { Identity } = usableConfig(config).config
  const spec = getIn(config, 'Datastore.Spec')
  const defaults = structuredClone(DEFAULT_CONFIG)

  return {
    ...defaults,
    ...Identity == null ? {} : { Identity },
    Datastore: { ...defaults.Datastore as Config, ...isObject(spec) ? { Spec: spec } : {} }
  }
}
