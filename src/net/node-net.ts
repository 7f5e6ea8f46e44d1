import type { ConfigStore } from '../config/config-store.ts'
import type { PeerAddresses } from './addresses/peer-addresses.ts'
import { Bandwidth } from './bandwidth.ts'
import { Peering } from './peering.ts'
import { NOTHING_PROVIDED } from './provide-counts.ts'
import type { ProvideCounts } from './provide-counts.ts'

/** The network state of a node that does not need a swarm. */
export interface NodeNet {
  /** In milliseconds since 1970. */
  readonly startedMs: number
  readonly peering: Peering
  /** Undefined if `Swarm.DisableBandwidthMetrics` is set. */
  readonly bandwidth: Bandwidth | undefined
  /** The DHT announcements since the start. */
  readonly provided: ProvideCounts
  /** The relays of the deployment, as multiaddrs. Set by the owner of the node; undefined for a node without peers. */
  ownRelays?: readonly string[]
}

/** Creates the state from the configuration at the start of the node. */
export function nodeNet (config: Pick<ConfigStore, 'get'>): NodeNet {
  return {
    startedMs: Date.now(),
    peering: new Peering((config.get('Peering.Peers') ?? []) as unknown as PeerAddresses[]),
    bandwidth: config.get<boolean>('Swarm.DisableBandwidthMetrics') === true ? undefined : new Bandwidth(),
    provided: { ...NOTHING_PROVIDED }
  }
}
