import type { WriteBounds } from '../../blockstore.ts'

/** What the store knows in memory of an open write session. */
export interface SessionState {
  /** its number in records and journal rows */
  id: number
  /** of a group that has blocks of it */
  bounds: WriteBounds
  /** number of the next journal row */
  nextRow: number
  /** the name under which a prepared session is committed by the repo's datastore */
  name?: string
  /** written with the last blocks of one that is committed */
  mark?: string
  /** groups with blocks of it that are closed and not written yet */
  unwritten: number
  /** why a write failed; the session can only be rolled back then */
  failure?: Error
}
