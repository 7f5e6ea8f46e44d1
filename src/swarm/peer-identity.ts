/** The data of a peer from identify (github.com/libp2p/specs/blob/master/identify). */
export interface PeerIdentity {
  id: string
  /** The public key as a libp2p protobuf; undefined if it is unknown. */
  publicKey: Uint8Array | undefined
  /** Without the peer ID. */
  addresses: string[]
  agentVersion: string
  protocols: string[]
}
