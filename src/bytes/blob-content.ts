/** Bytes to be read once, in order, which may lie in a Blob. */
export interface BlobContent extends AsyncIterable<Uint8Array> {
  /** Takes all of them at once: nothing is left to be read then. undefined when there are fewer than so many, they lie in none, or some were read. */
  takeBlob?: (minBytes: number) => TakenBlob | undefined
}

export interface TakenBlob {
  blob: Blob
  /** The bytes of a part of it, with the errors that the content would have had. */
  read: (part: Blob) => AsyncIterable<Uint8Array>
}
