/** Bytes to be read once, in order, which may lie in a Blob. */
export interface BlobContent extends AsyncIterable<Uint8Array> {
  /**
   * Takes all of them at once: nothing is left to be read then. undefined when there are fewer than so many, they lie
   * in none, or some were read.
   */
  takeBlob?: (minBytes: number) => TakenBlob | undefined
  /**
   * Takes all behind the first `from`, when so many have been read: nothing is left to be read then, and what was read
   * behind them comes again. undefined when they lie in no Blob, when there are surely fewer than `minBytes`, or when
   * that is not worth while yet.
   */
  takeRest?: (from: number, minBytes: number) => Promise<TakenRest | undefined>
}

export interface TakenBlob {
  blob: Blob
  /** The bytes of a part of it, with the errors that the content would have had. */
  read: (part: Blob) => AsyncIterable<Uint8Array>
}

/** A Blob of which only its bytes tell how many are the content's. */
export interface TakenRest extends TakenBlob {
  /** Of the bytes of the Blob, as they were read from its beginning on, those of the content. */
  until: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
}
