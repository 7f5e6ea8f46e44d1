/** Fetches a value by its key from one peer (github.com/libp2p/specs/blob/master/fetch). */
export interface RecordFetch {
  /**
   * Returns the value of a peer; undefined if it has none.
   *
   * @throws an Error if the peer does not answer
   */
  fetch: (peer: string, key: Uint8Array, options: { signal: AbortSignal }) => Promise<Uint8Array | undefined>
  /** Starts answering peers. */
  serve: (find: (key: Uint8Array) => Promise<Uint8Array | undefined>) => Promise<void>
  stop: () => Promise<void>
}
