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
   * Inserts the row of an object that another process is going to write.
   *
   * @param owner - of a lease, which keeps the segment after its session and after a crash
   * @returns its id
   */
  grant (owner?: string): number {
    const id = this.begin()
    this.#sql.all('INSERT INTO granted (segment, until, owner) VALUES (?, NULL, ?)', id, owner ?? null)
    return id
  }

  /** Sets the end of the lease of all segments of an owner. */
  lease (owner: string, until: number): void {
    this.#sql.all('INSERT OR REPLACE INTO leases (owner, until) VALUES (?, ?)', owner, until)
  }

  /**
   * Takes a granted segment whose object is durable. To be called before `end`, in its transaction. A leased segment
   * may be taken again, after a rollback.
   *
   * @throws if it was not granted, or was taken back
   */
  take (id: number): void {
    const [row] = this.#sql.all<{ owner: string | null }>(
      'SELECT owner FROM granted WHERE segment = ? AND until IS NULL',
      id
    )

    if (row == null) {
      throw new Error(`the segment ${id} is not open for an upload`)
    }

    if (row.owner == null) {
      this.#sql.all('DELETE FROM granted WHERE segment = ?', id)
    } else {
      this.#sql.all('UPDATE segments SET live = NULL WHERE id = ?', id)
    }
  }

  /**
   * Takes a granted segment back, unless it was taken.
   *
   * @param until - time from which on its writer has certainly ended
   */
  takeBack (id: number, until: number): void {
    if (this.#sql.all('UPDATE granted SET until = ? WHERE segment = ? RETURNING segment', until, id).length > 0) {
      this.drop(id)
    }
  }

  /** Ends a lease: takes back the segments that were not taken. The others belong to the store. */
  release (owner: string, until: number): void {
    this.#sql.all<{ id: number }>(
      'SELECT id FROM segments WHERE live IS NULL AND id IN (SELECT segment FROM granted WHERE owner = ?)',
      owner
    ).forEach(({ id }) => {
      this.takeBack(id, until)
    })
    this.#sql.all('DELETE FROM granted WHERE owner = ? AND until IS NULL', owner)
    this.#sql.all('DELETE FROM leases WHERE owner = ?', owner)
  }

  /** Returns owners whose lease has ended. */
  expired (now: number): string[] {
    return this.#sql.all<{ owner: string }>('SELECT owner FROM leases WHERE until <= ?', now).map(({ owner }) => owner)
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
    this.#sql.all('DELETE FROM granted WHERE segment = ?', id)
  }

  /**
   * Marks segments that a crash interrupted for deletion.
   *
   * @param until - time from which on other processes that were writing some have certainly ended
   */
  dropCut (until: number): void {
    this.#sql.all(
      'UPDATE segments SET live = 0 WHERE live IS NULL AND id NOT IN ' +
        '(SELECT segment FROM granted WHERE owner IS NOT NULL)'
    )
    this.#sql.all('UPDATE granted SET until = ? WHERE until IS NULL AND owner IS NULL', until)
  }

  /** Returns segments that are to be deleted, and that nothing is writing at this time. */
  dropped (now: number): SegmentRow[] {
    return this.#sql.all<SegmentRow>(
      'SELECT id, size FROM segments WHERE live <= 0 AND id NOT IN ' +
        '(SELECT segment FROM granted WHERE until IS NULL OR until > ?)',
      now
    )
  }

  /** Returns the time at which the next granted segment may be deleted, or a lease ends; undefined if there is none. */
  nextFree (): number | undefined {
    return this.#sql.all<{ until: number | null }>(
      'SELECT min(until) AS until FROM (SELECT until FROM granted UNION ALL SELECT until FROM leases)'
    )[0].until ?? undefined
  }

  /** Returns a segment that mostly contains deleted blocks. */
  sparse (): SegmentRow | undefined {
    return this.#sql.all<SegmentRow>('SELECT id, size FROM segments WHERE live > 0 AND live * 2 < size LIMIT 1')[0]
  }
}
