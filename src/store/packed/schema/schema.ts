/**
 * The layout of a packed repo in IndexedDB. The database's own version number is the schema version;
 * `migrations.ts` brings an older one up to date.
 */
export const SCHEMA_VERSION = 5

/** multihash bytes → BlockRecord */
export const BLOCKS = 'blocks'
/** segment number → SegmentHandle: the bytes of its blocks one after the other, or how many there are in pages */
export const SEGMENTS = 'segments'
/** [segment, page] → bytes of a paged segment, `PAGE_BYTES` each but for the last */
export const PAGES = 'pages'
/** segment number → packed SegmentEntry list: what was written into it (compaction and read-ahead find keys by it) */
export const CONTENTS = 'contents'
/** segment number → SegmentUsage */
export const USAGE = 'usage'
/** segment number → true, for segments with so many dead bytes that they are worth rewriting */
export const SPARSE = 'sparse'
/** [session, sequence] → packed multihashes that an open write session brought, or the number of a segment that it has staged or is about to; [session, 'name'] → what a prepared one is committed by */
export const JOURNAL = 'journal'
/** bytes → a note about blocks, which holds as long as no block goes (`PackedNotes`) */
export const NOTES = 'notes'
/** 'counters' → Counters, BARRIER → number, SYNC → number, NOTED → Noted, MARK → string */
export const META = 'meta'

/** Written by a barrier, and not there while counters and usage are off, since there was no room to keep them (`CountRepair`). */
export const BARRIER = 'barrier'
/** Written by a barrier meanwhile. */
export const SYNC = 'sync'
/** There as long as the notes hold: what removes a block deletes it in the same transaction. */
export const NOTED = 'noted'
/** Written with the blocks of a session (`WriteSession.commitWith`). */
export const MARK = 'mark'

export const ALL_STORES = [BLOCKS, SEGMENTS, PAGES, CONTENTS, USAGE, SPARSE, JOURNAL, NOTES, META] as const

/**
 * Where a block is: its segment and place there (`extentOf`), or its bytes themselves (then the offset is 0); then the numbers of
 * the write sessions that it hangs on. It hangs on them only as long as all of these are open: a session that rolls
 * back takes its number out of the record, one that commits leaves it there, since settling every record would double
 * the writes of an import.
 */
export type BlockRecord = [place: number | Uint8Array, offset: number, length: number, ...sessions: number[]]

/** What the bytes of a segment are read by: its Blob, or the number of its bytes when they lie in pages. */
export type SegmentHandle = Blob | number

/** @property epoch - of the notes that are kept: another one after each time that they were forgotten */
export interface Noted {
  epoch: string
  /** how much there is of them, in their own weight */
  weight: number
}

/** live and total bytes of a segment */
export type SegmentUsage = [live: number, total: number]

export interface Counters {
  blocks: number
  bytes: number
  /** a session number is never used twice: records keep the numbers of closed sessions */
  nextSession: number
  nextSegment: number
}

export const NO_COUNTERS: Readonly<Counters> = { blocks: 0, bytes: 0, nextSession: 1, nextSegment: 1 }

/**
 * Blocks up to this size live in their record: a Blob read costs more than their bytes. A node of the UnixFS tree with
 * 174 links, of about 9 KiB, is among them, so that the leaves of a file lie side by side in their segments.
 */
export const INLINE_MAX_BYTES = 16 * 1024

/**
 * Chromium makes a file of every value from 64 KiB on, and syncs files in strict transactions only. Values below that go
 * to the log of its database, which any later strict transaction syncs along.
 */
export const PAGE_BYTES = 60 * 1024

/**
 * A segment below this is written in pages: a Blob costs a file of its own and a sync (measured, alone and relaxed against
 * strict: 2 to 4 times as fast at 32 and 256 KiB, no gain from 1 MiB on, where a Blob is read 3 times as fast).
 */
export const BLOB_MIN_BYTES = 512 * 1024

/** A group of writes closes at this size. Larger segments gain nothing (measured) and cost memory twice over. */
export const GROUP_MAX_BYTES = 8 * 1024 * 1024

/** … or at this many blocks. */
export const GROUP_MAX_BLOCKS = 1024

/** Below this live share a segment is rewritten. */
export const SPARSE_BELOW = 0.5

/** Whether a record's block still hangs on open sessions, so that their rollback may remove it. */
export function isPending (record: BlockRecord, isOpen: (session: number) => boolean): boolean {
  return record.length > 3 && (record.slice(3) as number[]).every(isOpen)
}
