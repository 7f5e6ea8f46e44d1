/** The value of a column. Written bytes may be a view; read bytes have a buffer of their own. */
export type SqlValue = ArrayBuffer | Uint8Array | string | number | null

/** A synchronous SQLite database that only this program uses. */
export interface Sql {
  /**
   * Runs one statement; `?` stands for the values in their order.
   *
   * @returns its rows, as objects with the column names
   */
  all: <Row extends Record<string, SqlValue>>(statement: string, ...values: SqlValue[]) => Row[]
  /** Runs the call as an atomic transaction, which is rolled back if it throws. */
  transaction: <T>(work: () => T) => T
  /** Resolves when all earlier changes are durable. */
  synced: () => Promise<void>
}
