/** What a column holds. Bytes that are written may be a view; those that are read are a buffer of their own. */
export type SqlValue = ArrayBuffer | Uint8Array | string | number | null

/** An SQLite database that answers at once, of which this program is the only user. */
export interface Sql {
  /** Runs one statement; `?` stands for the values in their order. @returns its rows, by the names of their columns */
  all: <Row extends Record<string, SqlValue>>(statement: string, ...values: SqlValue[]) => Row[]
  /** What is done in the call is kept as a whole, or undone as a whole when it throws. */
  transaction: <T>(work: () => T) => T
  /** Resolves when all that was done before is durable. */
  synced: () => Promise<void>
}
