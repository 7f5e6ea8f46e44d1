import type { Config } from '../../config/values/config.ts'

/** A configuration with a changed list, and the added or removed peers. */
export interface BootstrapChange {
  config: Config
  peers: string[]
}
