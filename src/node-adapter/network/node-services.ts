import { dcutr } from '@libp2p/dcutr'
import { AutoNatService } from '../../libp2p/auto-nat/auto-nat-service.ts'
import type { AutoNatOptions, AutoNatParts } from '../../libp2p/auto-nat/auto-nat-service.ts'
import { asksByV2, autoNatSettings } from '../../libp2p/auto-nat/auto-nat-settings.ts'
import { OwnReachability } from '../../libp2p/auto-nat/own-reachability.ts'
import type { OwnReachabilityOptions, OwnReachabilityParts } from '../../libp2p/auto-nat/own-reachability.ts'
import type { SwarmServices } from '../../libp2p/host/swarm-services.ts'
import { isTransportOn } from '../../libp2p/host/swarm-settings.ts'
import { staticRelays } from '../../net/network-settings.ts'

/**
 * Creates the additional services of a node in Node: AutoNAT client and server, and DCUtR, which replaces a relayed
 * connection with a direct one. Like Kubo, it uses DCUtR only if it may be a relay client.
 */
export function nodeServices (
  { bootMs, ...options }: Omit<AutoNatOptions, 'limits'> & Pick<OwnReachabilityOptions, 'bootMs'> = {}
): SwarmServices {
  return (config) => {
    const limits = autoNatSettings(config)
    const punchesHoles = config.get<boolean | null>('Swarm.EnableHolePunching') !== false &&
      isTransportOn(config, 'Relay') && staticRelays(config) != null

    return {
      reachability: (components: OwnReachabilityParts) =>
        new OwnReachability(components, { withV2: asksByV2(config), bootMs, anyNet: options.anyNet }),
      ...limits == null
        ? {}
        : { autoNat: (components: AutoNatParts) => new AutoNatService(components, { ...options, limits }) },
      ...punchesHoles ? { dcutr: dcutr() } : {}
    }
  }
}
