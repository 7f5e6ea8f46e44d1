import type { Sql, SqlValue } from './sql.ts'

/** Returns the object name of a segment. */
export function segmentName (id: number): string {
  return `segments/${id}`
}

/** A segment in the bucket. */
export interface SegmentRow extends Record<string, SqlValue> {
  id: number
  size: number
}

/**
 * The rows of the segments. `live` is the bytes of blocks that are not deleted, null as long as the object may be
 * incomplete, and 0 if it is to be deleted.
 */
export class SegmentRows {
  readonly #sql: Sql

  constructor (sql: Sql) {
    this.#sql = sql
  }

  /**
   * Inserts the row of an object that is going to be written.
   *
   * @returns its id, which is never reused
   */
  begin (): number {
    return this.#sql.all<SegmentRow>('INSERT INTO segments (size, live) VALUES (0, NULL) RETURNING id, size')[0].id
  }

  /**
   * Marks the object as durable. It contains the blocks that have rows with a reference to it.
   *
   * @returns whether it is worth its space; false if most of its blocks were deleted meanwhile
   */
  end (id: number, size: number): boolean {
    const [{ live }] = this.#sql.all<{ live: number }>(
      'UPDATE segments SET size = ?2, live = (SELECT coalesce(sum(size), 0) FROM blocks WHERE segment = ?1) ' +
        'WHERE id = ?1 RETURNING live',
      id,
      size
    )
    return live * 2 >= size
  }

  /** Marks an object without blocks for deletion. */
  drop (id: number): void {
    this.#sql.all('UPDATE segments SET live = 0 WHERE id = ?', id)
  }

  /** Deletes the row of an object that does not exist. */
  forget (id: number): void {
    this.#sql.all('DELETE FROM segments WHERE id = ?', id)
  }

  /** Marks segments that a crash interrupted for deletion. */
  dropCut (): void {
    this.#sql.all('UPDATE segments SET live = 0 WHERE live IS NULL')
  }

  dropped (): SegmentRow[] {
    return this.#sql.all<SegmentRow>('SELECT id, size FROM segments WHERE live <= 0')
  }

  /** Returns a segment that mostly contains deleted blocks. */
  sparse (): SegmentRow | undefined {
    return this.#sql.all<SegmentRow>('SELECT id, size FROM segments WHERE live > 0 AND live * 2 < size LIMIT 1')[0]
  }
}
