/** Bytes to be read once, in order, that may come from a Blob. */
export interface BlobContent extends AsyncIterable<Uint8Array> {
  /**
   * Takes all bytes as a Blob, after which nothing is left to read. Returns undefined if there are fewer than
   * `minBytes`, if they are not in a Blob, or if some were read.
   */
  takeBlob?: (minBytes: number) => TakenBlob | undefined
  /**
   * Takes all bytes after the first `from` as a Blob, if at least that number was read. Nothing is left to read then;
   * bytes after `from` that were already read are included again. Returns undefined if the bytes are not in a Blob, if
   * there are certainly fewer than `minBytes`, or if it is not worthwhile yet.
   */
  takeRest?: (from: number, minBytes: number) => Promise<TakenRest | undefined>
}

export interface TakenBlob {
  blob: Blob
  /** Yields the bytes of a part of the Blob, with the errors of the content. */
  read: (part: Blob) => AsyncIterable<Uint8Array>
}

/** A Blob that may contain more than the content. Only its bytes show where the content ends. */
export interface TakenRest extends TakenBlob {
  /** Yields the content's part of the bytes, which must be those of the Blob from its beginning. */
  until: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
}
