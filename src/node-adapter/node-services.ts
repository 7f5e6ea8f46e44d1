import { dcutr } from '@libp2p/dcutr'
import { AutoNatService } from '../libp2p/auto-nat/auto-nat-service.ts'
import type { AutoNatOptions, AutoNatParts } from '../libp2p/auto-nat/auto-nat-service.ts'
import { autoNatSettings } from '../libp2p/auto-nat/auto-nat-settings.ts'
import type { SwarmServices } from '../libp2p/swarm-services.ts'
import { isTransportOn, relaySettings } from '../libp2p/swarm-settings.ts'

/**
 * What a node in Node does besides: it says to peers whether they can be reached, and exchanges a connection through a relay for a
 * direct one (DCUtR), which like Kubo it does only where it may be a client of relays.
 */
export function nodeServices (options: Omit<AutoNatOptions, 'limits'> = {}): SwarmServices {
  return (config) => {
    const limits = autoNatSettings(config)
    const punchesHoles = config.get<boolean | null>('Swarm.EnableHolePunching') !== false && isTransportOn(config, 'Relay') && relaySettings(config) != null

    return {
      ...limits == null ? {} : { autoNat: (components: AutoNatParts) => new AutoNatService(components, { ...options, limits }) },
      ...punchesHoles ? { dcutr: dcutr() } : {}
    }
  }
}
