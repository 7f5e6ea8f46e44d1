import { usableConfig } from '../../config/document/usable-config.ts'
import { getIn, setIn } from '../../config/values/config.ts'
import type { Config } from '../../config/values/config.ts'

/** A configuration with a changed list, and the added or removed peers. */
export interface BootstrapChange {
  config: Config
  peers: string[]
}

const KEY = 'Bootstrap'

/** Returns the configured bootstrap list: addresses and `auto`; null if it is missing or malformed. */
export function bootstrapList (config: Config): string[] | null {
  return getIn(usableConfig(config).config, KEY) as string[] | null | undefined ?? null
}

export function withBootstrapList (config: Config, peers: string[] | null): Config {
  return setIn(config, KEY, peers)
}

/** Whether `auto` in a list is expanded (`AutoConf.Enabled`). */
export function hasAutoConf (config: Config): boolean {
  return getIn(config, 'AutoConf.Enabled') !== false
}
