/** The network that bitswap needs. Peers are identified by their IDs in base58. */
export interface BitswapNetwork {
  /**
   * Sends one framed message, in the order of the calls to a peer. Resolves when there is room for the next one.
   *
   * @throws if the peer is gone, or takes nothing for too long
   */
  send: (peer: string, message: Uint8Array, options: { signal: AbortSignal }) => Promise<void>
  /** Closes the connection to a misbehaving peer. */
  drop: (peer: string) => void
}

/** The events that a network reports to bitswap. */
export interface BitswapReceiver {
  connected: (peer: string) => void
  disconnected: (peer: string) => void
  /** Handles a message, without its frame. Resolves when the next one of this peer may be read. Never rejects. */
  received: (peer: string, message: Uint8Array) => Promise<void>
}
