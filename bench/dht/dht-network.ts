/** Settings of the servers of the DHT bench. */
export interface NetworkSettings {
  /** servers with `@libp2p/kad-dht` */
  honest: number
  /** servers that accept a request and never answer */
  silent: number
  /**
   * servers that answer each request with peers that do not exist, and a request for a record with an outdated one or
   * with bytes that are none
   */
  lying: number
  /** CIDs with one provider each */
  contents: number
  /** IPNS names with one current record each */
  names: number
}

/** Addresses and contents of the servers, for a client. */
export interface NetworkDirectory {
  /** addresses of the servers that a client connects to first */
  seeds: string[]
  /** peer IDs of all honest servers */
  honest: string[]
  /** peer IDs of all servers that exist */
  real: string[]
  /** announced CIDs, each with the peer ID of its provider */
  contents: Array<{ cid: string; provider: string }>
  /** published names, each with its current record as base64 */
  names: Array<{ name: string; record: string }>
}

/** Events that all servers counted together since they started. */
export interface NetworkCounts {
  /** connections that were opened to a server that exists */
  dials: number
  /** connections to the address of peers that do not exist */
  falseDials: number
  /** requests of the DHT */
  requests: number
}
