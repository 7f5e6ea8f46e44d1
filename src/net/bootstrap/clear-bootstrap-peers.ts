import { AUTO } from '../../config/values/auto-values.ts'
import type { Config } from '../../config/values/config.ts'
import { fullAddresses } from '../addresses/full-addresses.ts'
import { readablePeers } from '../addresses/readable-peers.ts'
import type { BootstrapChange } from './bootstrap-change.ts'
import { bootstrapList, withBootstrapList } from './bootstrap-list.ts'

/** Removes all bootstrap peers. Malformed entries are removed, but not returned. */
export function clearBootstrapPeers (config: Config): BootstrapChange {
  const list = bootstrapList(config) ?? []
  return {
    config: withBootstrapList(config, null),
    peers: list.includes(AUTO) ? list : fullAddresses(readablePeers(list))
  }
}
