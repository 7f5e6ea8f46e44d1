import type { BlockRow, BlockRows } from './block-rows.ts'
import type { SegmentWriter } from './segment-writer.ts'
import type { Sql, SqlValue } from './sql.ts'

/** A write session that was begun and not ended. */
export interface SessionRow extends Record<string, SqlValue> {
  id: number
  /** under which it was prepared */
  name: string | null
}

/** Which blocks hang on which write sessions (`SessionOwners`), in rows: a kill forgets none of it. */
export class SessionRows {
  readonly #sql: Sql
  readonly #blocks: BlockRows
  readonly #writer: SegmentWriter | undefined

  /** @param writer - takes the blocks that are placed */
  constructor (sql: Sql, blocks: BlockRows, writer: SegmentWriter | undefined) {
    this.#sql = sql
    this.#blocks = blocks
    this.#writer = writer
  }

  begin (): number {
    return this.#sql.all<{ id: number }>('INSERT INTO sessions (name) VALUES (NULL) RETURNING id')[0].id
  }

  list (): SessionRow[] {
    return this.#sql.all<SessionRow>('SELECT id, name FROM sessions ORDER BY id')
  }

  prepare (session: number, name: string): void {
    this.#sql.all('UPDATE sessions SET name = ? WHERE id = ?', name, session)
  }

  /** A plain put: the block belongs to the store. */
  putPlain (hash: Uint8Array, bytes: Uint8Array): void {
    const row = this.#blocks.find(hash)

    if (row == null) {
      this.#blocks.insert(hash, bytes)
    } else {
      this.#sql.all('DELETE FROM owned WHERE block = ?', row.id)
      this.#writer?.keep(row)
    }
  }

  /** A block of a session. @param isPlaced - into the segment that was opened for it, or else into its row */
  put (session: number, hash: Uint8Array, bytes: Uint8Array, isPlaced: boolean): void {
    const row = this.#blocks.find(hash)

    if (row == null || this.#sql.all('SELECT 1 AS one FROM owned WHERE block = ? LIMIT 1', row.id).length > 0) {
      this.#sql.all('INSERT OR IGNORE INTO owned (session, block) VALUES (?, ?)', session, row?.id ?? this.#insert(hash, bytes, isPlaced))
    }
  }

  remove (hash: Uint8Array): void {
    const row = this.#blocks.find(hash)

    if (row != null) {
      this.#sql.all('DELETE FROM owned WHERE block = ?', row.id)
      this.#blocks.delete(row)
    }
  }

  /** The blocks of a session belong to the store. */
  commit (session: number): void {
    this.#sql.all('DELETE FROM owned WHERE block IN (SELECT block FROM owned WHERE session = ?)', session)
    this.#sql.all('DELETE FROM sessions WHERE id = ?', session)
  }

  /** Deletes the blocks that hang on this session alone. */
  rollBack (session: number): void {
    const alone = this.#sql.all<BlockRow>('SELECT id, size, segment, start FROM blocks WHERE id IN (SELECT block FROM owned WHERE session = ?1) AND NOT EXISTS (SELECT 1 FROM owned WHERE block = blocks.id AND session <> ?1)', session)
    alone.forEach((row) => { this.#blocks.delete(row) })
    this.#sql.all('DELETE FROM owned WHERE session = ?', session)
    this.#sql.all('DELETE FROM sessions WHERE id = ?', session)
  }

  #insert (hash: Uint8Array, bytes: Uint8Array, isPlaced: boolean): number {
    return this.#writer != null && isPlaced ? this.#blocks.insertPlaced(hash, bytes.byteLength, this.#writer.place(bytes)) : this.#blocks.insert(hash, bytes)
  }
}
