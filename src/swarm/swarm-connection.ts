/** An open connection to a peer. */
export interface SwarmConnection {
  peer: string
  /** The remote address, without the peer ID. */
  address: string
  direction: 'inbound' | 'outbound'
  /** Goes through a relay with a data limit: no blocks are sent over it. */
  isLimited: boolean
  /** The round-trip time; undefined if it was not measured. */
  latencyMs: number | undefined
  /** The protocols of its open streams, one for each stream. */
  streams: string[]
}
