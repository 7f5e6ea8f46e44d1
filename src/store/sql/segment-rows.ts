import type { Sql, SqlValue } from './sql.ts'

/** A segment in the bucket. */
export interface SegmentRow extends Record<string, SqlValue> {
  id: number
  size: number
}

/** The rows of the segments: `live` has the bytes of blocks that are not deleted, null as long as the object may be half written, 0 when it is to be deleted. */
export class SegmentRows {
  readonly #sql: Sql

  constructor (sql: Sql) {
    this.#sql = sql
  }

  /** An object is going to be written. @returns its number, which no other ever has */
  begin (): number {
    return this.#sql.all<SegmentRow>('INSERT INTO segments (size, live) VALUES (0, NULL) RETURNING id, size')[0].id
  }

  /** The object is durable, and has the blocks whose rows say so. @returns whether it is worth its space: not where most of them were deleted meanwhile */
  end (id: number, size: number): boolean {
    const [{ live }] = this.#sql.all<{ live: number }>('UPDATE segments SET size = ?2, live = (SELECT coalesce(sum(size), 0) FROM blocks WHERE segment = ?1) WHERE id = ?1 RETURNING live', id, size)
    return live * 2 >= size
  }

  /** The object has no block any more, and is to be deleted if it is there. */
  drop (id: number): void {
    this.#sql.all('UPDATE segments SET live = 0 WHERE id = ?', id)
  }

  /** The object is not there. */
  forget (id: number): void {
    this.#sql.all('DELETE FROM segments WHERE id = ?', id)
  }

  /** Those that a kill has cut are to be deleted. */
  dropCut (): void {
    this.#sql.all('UPDATE segments SET live = 0 WHERE live IS NULL')
  }

  dropped (): SegmentRow[] {
    return this.#sql.all<SegmentRow>('SELECT id, size FROM segments WHERE live <= 0')
  }

  /** One that is mostly of deleted blocks. */
  sparse (): SegmentRow | undefined {
    return this.#sql.all<SegmentRow>('SELECT id, size FROM segments WHERE live > 0 AND live * 2 < size LIMIT 1')[0]
  }
}
