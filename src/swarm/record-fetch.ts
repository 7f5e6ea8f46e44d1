/** A value by its key, asked of one peer (github.com/libp2p/specs/blob/master/fetch). */
export interface RecordFetch {
  /** What a peer has; undefined for nothing. @throws an Error where it does not say */
  fetch: (peer: string, key: Uint8Array, options: { signal: AbortSignal }) => Promise<Uint8Array | undefined>
  /** Answers peers from now on. */
  serve: (find: (key: Uint8Array) => Promise<Uint8Array | undefined>) => Promise<void>
  stop: () => Promise<void>
}
