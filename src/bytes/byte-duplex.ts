/** Bytes both ways, each of which ends for itself: a stream of a peer, a socket, a page. */
export interface ByteDuplex {
  /**
   * What comes, until the other end sends no more; to be read once. A reader that is slow holds the sender up. @throws
   * why it was cut
   */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Resolves when there is room for more. @throws why it was cut */
  write: (bytes: Uint8Array) => Promise<void>
  /** Nothing more is sent from here. */
  closeWrite: () => Promise<void>
  /** Cuts both ways. */
  abort: (reason: Error) => void
}
