/** A byte stream in both directions, which end independently: a stream of a peer, a socket, or a page. */
export interface ByteDuplex {
  /**
   * Received bytes, until the other end sends no more. Can be read once. A slow reader slows the sender down.
   *
   * @throws the reason why the stream was cut
   */
  readonly chunks: AsyncIterable<Uint8Array>
  /**
   * Resolves when there is room for more.
   *
   * @throws the reason why the stream was cut
   */
  write: (bytes: Uint8Array) => Promise<void>
  /** Ends the sending direction. */
  closeWrite: () => Promise<void>
  /** Cuts both directions. */
  abort: (reason: Error) => void
}
