import type { Config } from '../../config/config.ts'

/** A configuration with another list, and the peers that came or went. */
export interface BootstrapChange {
  config: Config
  peers: string[]
}
