/** Settings of the servers of the DHT bench. */
export interface NetworkSettings {
  /** servers with `@libp2p/kad-dht` */
  honest: number
  /** servers that accept a request and never answer */
  silent: number
  /** servers that answer each request with peers that do not exist */
  lying: number
  /** CIDs with one provider each */
  contents: number
}

/** Addresses and contents of the servers, for a client. */
export interface NetworkDirectory {
  /** addresses of the servers that a client connects to first */
  seeds: string[]
  /** peer IDs of all honest servers */
  honest: string[]
  /** announced CIDs, each with the peer ID of its provider */
  contents: Array<{ cid: string; provider: string }>
}
