/**
 * Rows that were prefetched together when a database was opened. Startup reads them one after the other, and each read
 * would be a round trip to the browser process. They are valid until the first write.
 */
export class RowsAhead {
  #rows: Map<string, Promise<Uint8Array | undefined>>

  /**
   * Prefetches rows.
   *
   * @param read - reads one row; returns undefined if it does not exist
   */
  constructor (keys: readonly string[], read: (key: string) => Promise<Uint8Array | undefined>) {
    this.#rows = new Map(keys.map((key) => {
      const row = read(key)
      row.catch(() => {}) // thrown when it is read
      return [key, row]
    }))
  }

  /** Returns the row of a key; undefined if it was not prefetched and has to be read. */
  of (key: string): Promise<Uint8Array | undefined> | undefined {
    return this.#rows.get(key)
  }

  /** Invalidates the rows before a write. */
  drop (): void {
    this.#rows = new Map()
  }
}
