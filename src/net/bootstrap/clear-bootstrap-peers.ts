import { AUTO } from '../../config/values/auto-values.ts'
import type { Config } from '../../config/values/config.ts'
import { fullAddresses, readablePeers } from '../addresses/peer-addresses.ts'
import type { BootstrapChange } from './bootstrap-list.ts'
import { bootstrapList, withBootstrapList } from './bootstrap-list.ts'

/** Removes all bootstrap peers. Malformed entries are removed, but not returned. */
export function clearBootstrapPeers (config: Config): BootstrapChange {
  const list = bootstrapList(config) ?? []
  return {
    config: withBootstrapList(config, null),
    peers: list.includes(AUTO) ? list : fullAddresses(readablePeers(list))
  }
}
