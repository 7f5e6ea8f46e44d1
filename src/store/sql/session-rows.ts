import type { BlockRow, BlockRows } from './block-rows.ts'
import type { SegmentWriter } from './segment-writer.ts'
import type { Sql, SqlValue } from './sql.ts'

/** An open write session. */
export interface SessionRow extends Record<string, SqlValue> {
  id: number
  /** The name that it was prepared with. */
  name: string | null
}

/** Tracks which write sessions own a block (see `SessionOwners`), in rows that survive a crash. */
export class SessionRows {
  readonly #sql: Sql
  readonly #blocks: BlockRows
  readonly #writer: SegmentWriter | undefined

  /**
   * Creates the session rows.
   *
   * @param writer - has the bytes of placed blocks
   */
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

  /** Puts a block outside of any session: it belongs to the store. */
  putPlain (hash: Uint8Array, bytes: Uint8Array): void {
    const row = this.#blocks.find(hash)

    if (row == null) {
      this.#blocks.insert(hash, bytes)
    } else {
      this.#sql.all('DELETE FROM owned WHERE block = ?', row.id)
      this.#writer?.keep(row)
    }
  }

  /**
   * Puts a block of a session.
   *
   * @param isPlaced - into the segment that was opened for it; otherwise into its row
   */
  put (session: number, hash: Uint8Array, bytes: Uint8Array, isPlaced: boolean): void {
    const row = this.#blocks.find(hash)

    if (row == null || this.#sql.all('SELECT 1 AS one FROM owned WHERE block = ? LIMIT 1', row.id).length > 0) {
      this.#sql.all(
        'INSERT OR IGNORE INTO owned (session, block) VALUES (?, ?)',
        session,
        row?.id ?? this.#insert(hash, bytes, isPlaced)
      )
    }
  }

  remove (hash: Uint8Array): void {
    const row = this.#blocks.find(hash)

    if (row != null) {
      this.#sql.all('DELETE FROM owned WHERE block = ?', row.id)
      this.#blocks.delete(row)
    }
  }

  /** Commits a session: its blocks belong to the store. */
  commit (session: number): void {
    this.#sql.all('DELETE FROM owned WHERE block IN (SELECT block FROM owned WHERE session = ?)', session)
    this.#sql.all('DELETE FROM sessions WHERE id = ?', session)
  }

  /** Deletes the blocks that only this session owns. */
  rollBack (session: number): void {
    const alone = this.#sql.all<BlockRow>(
      'SELECT id, size, segment, start FROM blocks WHERE id IN (SELECT block FROM owned WHERE session = ?1) ' +
        'AND NOT EXISTS (SELECT 1 FROM owned WHERE block = blocks.id AND session <> ?1)',
      session
    )
    alone.forEach((row) => {
      this.#blocks.delete(row)
    })
    this.#sql.all('DELETE FROM owned WHERE session = ?', session)
    this.#sql.all('DELETE FROM sessions WHERE id = ?', session)
  }

  #insert (hash: Uint8Array, bytes: Uint8Array, isPlaced: boolean): number {
    return this.#writer != null && isPlaced
      ? this.#blocks.insertPlaced(hash, bytes.byteLength, this.#writer.place(bytes))
      : this.#blocks.insert(hash, bytes)
  }
}
