/**
 * Rows that were asked for before anybody wanted them, together, when a database was opened: what opens behind it reads them one after the other,
 * and each wait for the browser's process would be one of the start. They count until something is written.
 */
export class RowsAhead {
  #rows: Map<string, Promise<Uint8Array | undefined>>

  /** @param read - of one row; undefined where there is none */
  constructor (keys: readonly string[], read: (key: string) => Promise<Uint8Array | undefined>) {
    this.#rows = new Map(keys.map((key) => {
      const row = read(key)
      row.catch(() => {}) // whoever wants it is told
      return [key, row]
    }))
  }

  /** The row of a key; undefined where that has to be read now. */
  of (key: string): Promise<Uint8Array | undefined> | undefined {
    return this.#rows.get(key)
  }

  /** Something is about to be written. */
  drop (): void {
    this.#rows = new Map()
  }
}
