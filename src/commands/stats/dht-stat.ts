/** A server in a routing table; times are without fractions of a second. */
export interface DhtPeer {
  ID: string
  Connected: boolean
  AgentVersion: string
  LastUsefulAt: string
  LastQueriedAt: string
}

/** A routing table: its buckets are ordered by the length of the common prefix with this node's ID. */
export interface DhtStat {
  Name: string
  Buckets: Array<{ LastRefresh: string; Peers: DhtPeer[] | null }>
}
