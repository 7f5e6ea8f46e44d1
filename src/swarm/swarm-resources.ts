/** The resources in use, in total or by one peer. */
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
    /** Begun by peers. */
    connectionsInbound: number
    /** Per connection. */
    streamsInbound: number
    streamsOutbound: number
  }
}
