import { expandValue } from '../../config/auto-values.ts'
import type { Json } from '../../config/config.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import type { PeerAddresses } from '../peer-addresses.ts'
import { readablePeers } from '../readable-peers.ts'

/**
 * The peers of `Bootstrap`, as it is now; what cannot be read is left out, and told of when it is set.
 *
 * @param options.auto - whether `auto` stands for the peers that the network's operators recommend
 */
export function bootstrapPeers (config: Pick<ConfigStore, 'get' | 'all'>, { auto }: { auto: boolean }): PeerAddresses[] {
  const list = config.get<string[] | null>('Bootstrap') ?? []
  return readablePeers(auto ? expandValue(config.all(), 'Bootstrap', list as Json) as string[] : list.filter((text) => text !== 'auto'))
}
