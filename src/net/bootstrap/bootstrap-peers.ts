import type { ConfigStore } from '../../config/config-store.ts'
import { expandValue } from '../../config/values/auto-values.ts'
import type { Json } from '../../config/values/config.ts'
import type { PeerAddresses } from '../addresses/peer-addresses.ts'
import { readablePeers } from '../addresses/peer-addresses.ts'

/**
 * Returns the peers of the current `Bootstrap` setting. Skips malformed addresses, which are reported when the setting
 * is changed.
 *
 * @param options.auto - whether `auto` means the recommendations of the network's operators
 */
export function bootstrapPeers (
  config: Pick<ConfigStore, 'get' | 'all' | 'autoConf'>,
  { auto }: { auto: boolean }
): PeerAddresses[] {
  const list = config.get<string[] | null>('Bootstrap') ?? []
  return readablePeers(
    auto
      ? expandValue(config.all(), 'Bootstrap', list as Json, config.autoConf) as string[]
      : list.filter((text) => text !== 'auto')
  )
}
