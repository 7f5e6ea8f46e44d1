import type { AskedHosts } from '../../../client/index.ts'

/** How far the node reaches: others can read from it, it can read from others, or neither, with the reason. */
export type Reach = 'sharing' | 'receiving' | 'no-network' | 'switched-off' | 'hosts-away' | 'no-hosts'

interface Facts {
  hasNetwork: boolean
  areHostsAway: boolean
  /** undefined while unknown */
  talks: AskedHosts | undefined
  /** number of connected peers */
  peers: number
  /** addresses at which others can reach this node: of a relay, or public ones */
  addresses: number
}

/** Returns how far the node reaches; undefined while unknown. */
export function reachOf ({ hasNetwork, areHostsAway, talks, peers, addresses }: Facts): Reach | undefined {
  if (talks == null) {
    return hasNetwork ? undefined : 'no-network'
  }
  if (talks.isOff) {
    return 'switched-off'
  }
  if (!hasNetwork) {
    return 'no-network'
  }
  if (addresses > 0) {
    return 'sharing'
  }
  if (peers > 0) {
    return 'receiving'
  }
  if (talks.peers == null && talks.hosts.length === 0) {
    return 'no-hosts'
  }
  return areHostsAway ? 'hosts-away' : 'receiving'
}

/** Returns whether nothing can be received. */
export function isOffline (reach: Reach | undefined): boolean {
  return reach != null && reach !== 'sharing' && reach !== 'receiving'
}
