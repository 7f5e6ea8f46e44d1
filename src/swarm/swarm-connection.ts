/** An open connection to a peer. */
export interface SwarmConnection {
  peer: string
  /** of the other end, without its ID */
  address: string
  direction: 'inbound' | 'outbound'
  /** it leads through a relay that lets it carry little: no blocks go over it */
  isLimited: boolean
  /** how long a message and its answer take; undefined where that was not measured */
  latencyMs: number | undefined
  /** the protocols of its open streams, one each */
  streams: string[]
}
