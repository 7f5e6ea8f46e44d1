/** Facts that decide whether others can download something from this browser. */
export interface ReachFacts {
  /** whether the user has turned off the network; undefined while unknown */
  isOff: boolean | undefined
  /** whether the browser has a network, by its own account */
  isOnline: boolean
  /** whether this node connects to others; undefined while unknown */
  isPeer: boolean | undefined
  /** addresses of this node; empty without a relay */
  addresses: readonly string[]
}

/** Whether others can download from this browser now, or what is missing. */
export type Reach = 'reachable' | 'unknown' | 'off' | 'offline' | 'alone' | 'no-relay'

/** Returns whether others can download from this browser now, or what is missing. */
export function reachOf ({ isOff, isOnline, isPeer, addresses }: ReachFacts): Reach {
  if (!isOnline) {
    return 'offline'
  }
  if (isOff === true) {
    return 'off'
  }
  if (addresses.length > 0) {
    return 'reachable'
  }
  if (isPeer === undefined) {
    return 'unknown'
  }
  return isPeer ? 'no-relay' : 'alone'
}
