import type { Sql } from '../../../src/store/sql/sql.ts'

/** Progress of an upload in parts, which survives an eviction. */
export interface PartUploadState {
  name: string
  /** of the bucket */
  id: string
  /** length of all parts but the last */
  partBytes: number
  /** length of the object, if the client has declared it */
  size?: number
  /** time at which the upload is given up, unless a part follows; of a complete one, unless it is imported */
  untilMs: number
  /** `completing`: the bucket may have made the object */
  phase: 'uploading' | 'completing' | 'uploaded'
  /** version of the object of this name before it is completed */
  before?: string
  /** version of the complete object */
  etag?: string
}

export interface PartRow {
  n: number
  etag: string
  size: number
}

/** The rows of an upload in parts. The binding of R2 cannot list the parts of an upload. */
export class PartRows {
  readonly #sql: Sql

  constructor (sql: Sql) {
    this.#sql = sql
    sql.all('CREATE TABLE IF NOT EXISTS upload (one INTEGER PRIMARY KEY, text TEXT NOT NULL)')
    sql.all('CREATE TABLE IF NOT EXISTS parts (n INTEGER PRIMARY KEY, etag TEXT NOT NULL, size INTEGER NOT NULL)')
  }

  read (): PartUploadState | undefined {
    const [row] = this.#sql.all<{ text: string }>('SELECT text FROM upload')
    return row == null ? undefined : JSON.parse(row.text) as PartUploadState
  }

  write (state: PartUploadState): void {
    this.#sql.all(
      'INSERT INTO upload (one, text) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET text = excluded.text',
      JSON.stringify(state)
    )
  }

  parts (): PartRow[] {
    return this.#sql.all<{ n: number; etag: string; size: number }>('SELECT n, etag, size FROM parts ORDER BY n')
  }

  putPart ({ n, etag, size }: PartRow): void {
    this.#sql.all('INSERT OR REPLACE INTO parts (n, etag, size) VALUES (?, ?, ?)', n, etag, size)
  }

  /** Forgets the upload. */
  drop (): void {
    this.#sql.transaction(() => {
      this.#sql.all('DELETE FROM upload')
      this.#sql.all('DELETE FROM parts')
    })
  }
}
