/** What connections use, as a whole or with one peer. */
export interface ResourceUse {
  connectionsInbound: number
  connectionsOutbound: number
  streamsInbound: number
  streamsOutbound: number
}

export interface SwarmResources {
  total: ResourceUse
  peers: Map<string, ResourceUse>
  protocols: Map<string, ResourceUse>
  limits: {
    /** those that peers have begun */
    connectionsInbound: number
    /** of one connection */
    streamsInbound: number
    streamsOutbound: number
  }
}
