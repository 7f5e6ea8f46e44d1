/** What is known of a peer, by identify (github.com/libp2p/specs/blob/master/identify). */
export interface PeerIdentity {
  id: string
  /** the public key as a libp2p protobuf; undefined where it is not known */
  publicKey: Uint8Array | undefined
  /** without the ID */
  addresses: string[]
  agentVersion: string
  protocols: string[]
}
