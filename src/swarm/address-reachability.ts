/**
 * The reachability of this node's addresses from outside (github.com/libp2p/specs/blob/master/autonat/autonat-v2.md).
 */
export interface AddressReachability {
  overall: 'Unknown' | 'Public' | 'Private'
  reachable: string[]
  unreachable: string[]
  unknown: string[]
}
