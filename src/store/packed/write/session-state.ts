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
  /** numbers of segments that its journal has, and that are not staged yet */
  reserved: number[]
  /** while more of them are written */
  reserving?: Promise<void> | undefined
  /** what it has staged, in its order */
  staged: StagedSegment[]
  /** how often there is no staging, since what was staged was here already */
  rest: number
  /** why a write failed; the session can only be rolled back then */
  failure?: Error
}

/** A segment that was written before its blocks were known, by a session. */
export interface StagedSegment {
  segment: number
  session: SessionState
  bytes: number
  /** bytes of the blocks that have come to lie in it */
  live: number
  /** it was deleted, or is about to be: no block may come to lie in it */
  dropped: boolean
}
