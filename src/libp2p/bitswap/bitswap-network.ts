/** What bitswap needs of a network. Peers are named by their IDs in base58. */
export interface BitswapNetwork {
  /**
   * Sends one message, framed, in the order of the calls to a peer. Resolves when there is room for the next one.
   * Rejects when the peer is gone, or takes nothing for too long.
   */
  send: (peer: string, message: Uint8Array, options: { signal: AbortSignal }) => Promise<void>
  /** Closes the connection to a peer that misbehaves. */
  drop: (peer: string) => void
}

/** What a network tells bitswap. */
export interface BitswapReceiver {
  connected: (peer: string) => void
  disconnected: (peer: string) => void
  /** A message, without its frame. Resolves when the next one of this peer may come. Never rejects. */
  received: (peer: string, message: Uint8Array) => Promise<void>
}
