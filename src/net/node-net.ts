import type { ConfigStore } from '../config/config-store.ts'
import { Bandwidth } from './bandwidth.ts'
import type { PeerAddresses } from './peer-addresses.ts'
import { NOTHING_PROVIDED } from './provide-counts.ts'
import type { ProvideCounts } from './provide-counts.ts'
import { Peering } from './peering.ts'

/** What a node knows of the network without a peer. */
export interface NodeNet {
  /** milliseconds since 1970 */
  readonly startedMs: number
  readonly peering: Peering
  /** undefined where `Swarm.DisableBandwidthMetrics` says that nothing is counted */
  readonly bandwidth: Bandwidth | undefined
  /** what was announced in the DHT since then */
  readonly provided: ProvideCounts
}

/** As the configuration says when the node starts. */
export function nodeNet (config: Pick<ConfigStore, 'get'>): NodeNet {
  return {
    startedMs: Date.now(),
    peering: new Peering((config.get('Peering.Peers') ?? []) as unknown as PeerAddresses[]),
    bandwidth: config.get<boolean>('Swarm.DisableBandwidthMetrics') === true ? undefined : new Bandwidth(),
    provided: { ...NOTHING_PROVIDED }
  }
}
