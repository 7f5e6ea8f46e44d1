/** A server in a routing table; times without parts of a second. */
export interface DhtPeer { ID: string, Connected: boolean, AgentVersion: string, LastUsefulAt: string, LastQueriedAt: string }

/** A routing table: those servers by how many bits their places have in common with that of this node. */
export interface DhtStat { Name: string, Buckets: Array<{ LastRefresh: string, Peers: DhtPeer[] | null }> }
