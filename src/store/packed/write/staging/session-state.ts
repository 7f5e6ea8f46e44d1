import type { WriteBounds } from '../../../blockstore/blockstore.ts'

/** In-memory state of an open write session. */
export interface SessionState {
  /** number in records and journal rows */
  id: number
  /** bounds of groups that contain blocks of the session */
  bounds: WriteBounds
  /** number of the next journal row */
  nextRow: number
  /** name by which the datastore commits a prepared session */
  name?: string
  /** mark that is written with the last blocks, on commit */
  mark?: string
  /** number of closed groups with its blocks that are not written yet */
  unwritten: number
  /** segments that are reserved in its journal and not staged yet */
  reserved: number[]
  /** pending reservation of more segments */
  reserving?: Promise<void> | undefined
  /** staged segments, in order */
  staged: StagedSegment[]
  /** number of slices to skip, since staged blocks existed already */
  rest: number
  /** error of a failed write; the session can only be rolled back then */
  failure?: Error
}

/** A segment that a session wrote before its blocks were known. */
export interface StagedSegment {
  segment: number
  session: SessionState
  bytes: number
  /** bytes of the blocks that were found in it */
  live: number
  /** it was deleted, or is about to be: no block may be assigned to it */
  dropped: boolean
}
