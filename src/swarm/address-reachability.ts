/** Which of the addresses of this node others have reached (github.com/libp2p/specs/blob/master/autonat/autonat-v2.md). */
export interface AddressReachability {
  overall: 'Unknown' | 'Public' | 'Private'
  reachable: string[]
  unreachable: string[]
  unknown: string[]
}
