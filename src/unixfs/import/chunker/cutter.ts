/** Finds where chunks end in a run of bytes that comes in pieces. */
export interface Cutter {
  /**
   * Looks at `bytes` from `from` on, all of which follow what was looked at before.
   *
   * @returns where the running chunk ends (an index behind its last byte), or -1 when it goes on behind these bytes.
   *   After an end the next chunk begins.
   */
  next: (bytes: Uint8Array, from: number) => number
}
