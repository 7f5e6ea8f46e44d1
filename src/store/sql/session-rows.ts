import type { BlockRow, BlockRows, Place } from './block-rows.ts'
import type { SegmentWriter } from './segment-writer.ts'
import type { Sql, SqlValue } from './sql.ts'

/** Rows of a session that one transaction changes at its end. The database has no other user meanwhile. */
const STEP_ROWS = 2048

/** An open write session. */
export interface SessionRow extends Record<string, SqlValue> {
  id: number
  /** The name that it was prepared with. */
  name: string | null
  /** 1 if it is committed, and some of its rows remain. */
  isCommitted: number
}

/**
 * Tracks which write sessions own a block (see `SessionOwners`), in rows that survive a crash. A session may own a
 * million blocks, so its end is one transaction that decides, and steps of a bounded number of rows that follow.
 */
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
    return this.#sql.all<SessionRow>(
      'SELECT id, name, id IN (SELECT session FROM committed) AS isCommitted FROM sessions ORDER BY id'
    )
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
    this.#own(session, hash, () => this.#insert(hash, bytes, isPlaced))
  }

  /** Puts a block of a session that is in a segment already. */
  adopt (session: number, hash: Uint8Array, size: number, place: Place): void {
    this.#own(session, hash, () => this.#blocks.insertPlaced(hash, size, place))
  }

  remove (hash: Uint8Array): void {
    const row = this.#blocks.find(hash)

    if (row != null) {
      this.#sql.all('DELETE FROM owned WHERE block = ?', row.id)
      this.#blocks.delete(row)
    }
  }

  /** Commits a session: its blocks belong to the store. `finishCommit` deletes its rows. */
  commit (session: number): void {
    this.#sql.all('INSERT OR IGNORE INTO committed (session) VALUES (?)', session)
  }

  /** Deletes some rows of a committed session, in one transaction; returns whether none is left. */
  finishCommit (session: number): boolean {
    return this.#sql.transaction(() => {
      const blocks = this.#someOwned(session)
      blocks.forEach((block) => {
        this.#sql.all('DELETE FROM owned WHERE block = ?', block)
      })
      return this.#endIf(session, blocks.length < STEP_ROWS)
    })
  }

  /** Deletes some of the blocks that only this session owns, in one transaction; returns whether none is left. */
  rollBack (session: number): boolean {
    return this.#sql.transaction(() => {
      const blocks = this.#someOwned(session)

      for (const block of blocks) {
        this.#sql.all('DELETE FROM owned WHERE session = ? AND block = ?', session, block)
        const [row] = this.#sql.all<BlockRow>(
          'SELECT id, size, segment, start FROM blocks WHERE id = ?1 ' +
            'AND NOT EXISTS (SELECT 1 FROM owned WHERE block = ?1)',
          block
        )

        if (row != null) {
          this.#blocks.delete(row)
        }
      }

      return this.#endIf(session, blocks.length < STEP_ROWS)
    })
  }

  #someOwned (session: number): number[] {
    return this.#sql.all<{ block: number }>(`SELECT block FROM owned WHERE session = ? LIMIT ${STEP_ROWS}`, session)
      .map(({ block }) => block)
  }

  /** Deletes the row of a session that has ended. */
  #endIf (session: number, isOver: boolean): boolean {
    if (isOver) {
      this.#sql.all('DELETE FROM sessions WHERE id = ?', session)
      this.#sql.all('DELETE FROM committed WHERE session = ?', session)
    }

    return isOver
  }

  /** Makes a session an owner of a block, unless the block belongs to the store. */
  #own (session: number, hash: Uint8Array, insert: () => number): void {
    const row = this.#blocks.find(hash)

    if (row == null || this.#isOwned(row.id)) {
      this.#sql.all('INSERT OR IGNORE INTO owned (session, block) VALUES (?, ?)', session, row?.id ?? insert())
    }
  }

  /** Whether open sessions own a block, and no committed one. */
  #isOwned (block: number): boolean {
    const owners = this.#sql.all<{ isOpen: number }>(
      'SELECT session NOT IN (SELECT session FROM committed) AS isOpen FROM owned WHERE block = ?',
      block
    )
    return owners.length > 0 && owners.every(({ isOpen }) => isOpen === 1)
  }

  #insert (hash: Uint8Array, bytes: Uint8Array, isPlaced: boolean): number {
    return this.#writer != null && isPlaced
      ? this.#blocks.insertPlaced(hash, bytes.byteLength, this.#writer.place(bytes))
      : this.#blocks.insert(hash, bytes)
  }
}
