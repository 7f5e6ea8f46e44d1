import type { Sql } from '../../../src/store/sql/sql.ts'

/** Progress of an import, which survives an eviction. */
export interface ImportState {
  name: string
  /** identifies the import among those of the same name; owner of its segments */
  owner: string
  /** options of `dag/import`, as a query */
  query: string
  phase: 'reading' | 'adopting' | 'done' | 'failed'
  /** version of the object; it must not change meanwhile */
  etag: string
  /** place of the CARv1 in the object */
  start: number
  end: number
  /** bytes of the CARv1 that are imported */
  position: number
  /** number of finished steps */
  steps: number
  /** attempts without progress */
  failures: number
  roots: string[]
  blocks: number
  bytes: number
  /** lines of the answer of `dag/import`, or the error */
  result: string
}

/** A recorded message to the node. */
export interface RecordedFrame {
  message: string
  bytes: Uint8Array
}

/** Messages of a query. */
const PAGE_ROWS = 16

/** The rows of an import. */
export class ImportRows {
  readonly #sql: Sql

  constructor (sql: Sql) {
    this.#sql = sql
    sql.all('CREATE TABLE IF NOT EXISTS state (one INTEGER PRIMARY KEY, text TEXT NOT NULL, header BLOB)')
    sql.all(
      'CREATE TABLE IF NOT EXISTS frames (n INTEGER PRIMARY KEY AUTOINCREMENT, step INTEGER NOT NULL, ' +
        'message TEXT NOT NULL, bytes BLOB NOT NULL)'
    )
  }

  read (): ImportState | undefined {
    const [row] = this.#sql.all<{ text: string }>('SELECT text FROM state')
    return row == null ? undefined : JSON.parse(row.text) as ImportState
  }

  write (state: ImportState): void {
    this.#sql.all(
      'INSERT INTO state (one, text) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET text = excluded.text',
      JSON.stringify(state)
    )
  }

  /** The header of the CARv1, with its length. */
  get header (): Uint8Array {
    const [row] = this.#sql.all<{ header: ArrayBuffer | null }>('SELECT header FROM state')
    return new Uint8Array(row?.header ?? new ArrayBuffer(0))
  }

  set header (bytes: Uint8Array) {
    this.#sql.all('UPDATE state SET header = ?', bytes)
  }

  addFrame (step: number, { message, bytes }: RecordedFrame): void {
    this.#sql.all('INSERT INTO frames (step, message, bytes) VALUES (?, ?, ?)', step, message, bytes)
  }

  /** Drops the messages of an interrupted step. */
  dropAfter (steps: number): void {
    this.#sql.all('DELETE FROM frames WHERE step >= ?', steps)
  }

  /** Yields the messages, a few at a time. */
  *frames (): Generator<RecordedFrame> {
    for (let after = 0;;) {
      const rows = this.#sql.all<{ n: number; message: string; bytes: ArrayBuffer }>(
        `SELECT n, message, bytes FROM frames WHERE n > ? ORDER BY n LIMIT ${PAGE_ROWS}`,
        after
      )

      for (const { message, bytes } of rows) {
        yield { message, bytes: new Uint8Array(bytes) }
      }

      if (rows.length < PAGE_ROWS) {
        return
      }

      after = rows.at(-1)!.n
    }
  }
}
