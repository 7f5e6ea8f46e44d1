/*
 * The format of a packed repo: one IndexedDB database (docs/internals/packed-store.md). The constants below name its
 * object stores, keys and values. The version of the database is the schema version. `migrations.ts` upgrades older
 * versions inside the upgrade transaction, so that a crash leaves either version, never a mixture.
 *
 * Invariants, after every committed transaction:
 *
 * - One transaction writes a group: its segment, index entries, journal rows and counters. An index entry never refers
 *   to missing bytes.
 * - A staged segment is reserved in the journal by an earlier transaction. Its blocks get index entries later.
 * - A block that an open session brought is listed in the journal. Its record contains the session numbers. Session
 *   and segment numbers are never reused.
 * - The transaction that removes a block also updates `usage` and the counters, and deletes the epoch of the notes
 *   (`NOTED`). On a full disk it only deletes rows, among them `BARRIER`.
 * - A transaction is durable when a later strict transaction (a barrier) has completed.
 *
 * Recovery, when the database is opened:
 *
 * 1. For each session in the journal: if it is prepared and the commit log lists its name, delete its journal rows.
 *    Otherwise roll it back: remove the blocks that no other session or commit holds, and its unused staged segments.
 *    Each journal row is undone by a transaction of its own, so another crash only delays the rollback.
 * 2. If `BARRIER` is missing in a repo with blocks, the counters may be wrong. `CountRepair` counts again.
 *
 * On a full disk, work that needs room stays in the journal for the next opening.
 */

/** The schema version, which is the version of the database. */
export const SCHEMA_VERSION = 5

/** multihash bytes → BlockRecord */
export const BLOCKS = 'blocks'
/** segment number → SegmentHandle: the concatenated bytes of its blocks, or their length if they are in pages */
export const SEGMENTS = 'segments'
/** [segment, page] → bytes of a paged segment, `PAGE_BYTES` each but for the last */
export const PAGES = 'pages'
/** segment number → packed SegmentEntry list: the blocks that were written into it, for compaction and read-ahead */
export const CONTENTS = 'contents'
/** segment number → SegmentUsage */
export const USAGE = 'usage'
/** segment number → true, for segments with enough dead bytes to be compacted */
export const SPARSE = 'sparse'
/**
 * [session, sequence] → packed multihashes that an open write session brought, or the number of a segment that it
 * staged or is about to; [session, 'name'] → name of a prepared session
 */
export const JOURNAL = 'journal'
/** bytes → a note about blocks, valid as long as no block is removed (`PackedNotes`) */
export const NOTES = 'notes'
/** 'counters' → Counters, BARRIER → number, SYNC → number, NOTED → Noted, MARK → string */
export const META = 'meta'

/**
 * Written by a barrier. Absent while counters and usage are wrong because there was no room to update them
 * (`CountRepair`).
 */
export const BARRIER = 'barrier'
/** Written by a barrier while the counters are wrong. */
export const SYNC = 'sync'
/** Present as long as the notes are valid: the transaction that removes a block deletes it. */
export const NOTED = 'noted'
/** Written with the blocks of a session (`MarkingSession`). */
export const MARK = 'mark'

export const ALL_STORES = [BLOCKS, SEGMENTS, PAGES, CONTENTS, USAGE, SPARSE, JOURNAL, NOTES, META] as const

/**
 * The place of a block: segment and extent (`extentOf`), or its bytes (offset 0). After it, the numbers of the write
 * sessions that brought the block. The block depends on them only while all of them are open. A rollback removes its
 * number. A commit leaves it, because updating every record would double the writes of an import.
 */
export type BlockRecord = [place: number | Uint8Array, offset: number, length: number, ...sessions: number[]]

/** Handle of a segment: its Blob, or its length in bytes if it is in pages. */
export type SegmentHandle = Blob | number

/** The state of the notes. */
export interface Noted {
  /** The epoch of the valid notes. A new one begins each time that a removal invalidates all notes. */
  epoch: string
  /** The total weight of the notes. */
  weight: number
}

/** Live and total bytes of a segment. */
export type SegmentUsage = [live: number, total: number]

export interface Counters {
  blocks: number
  bytes: number
  /** A session number is never reused: records keep the numbers of closed sessions. */
  nextSession: number
  nextSegment: number
}

export const NO_COUNTERS: Readonly<Counters> = { blocks: 0, bytes: 0, nextSession: 1, nextSegment: 1 }

/**
 * The maximum size of an inline block (its bytes are in its record): a Blob read costs more than the bytes. Includes
 * a node of the UnixFS tree with 174 links (about 9 KiB), so that the leaves of a file are adjacent in their segments.
 */
export const INLINE_MAX_BYTES = 16 * 1024

/**
 * Chromium makes a file of every value from 64 KiB on, and syncs files in strict transactions only. Values below that
 * go to the log of its database, which any later strict transaction syncs along.
 */
export const PAGE_BYTES = 60 * 1024

/**
 * A smaller segment is written in pages, because a Blob costs a file of its own and a sync. From 1 MiB on pages are not
 * faster to write, and a Blob is 3 times as fast to read.
 */
export const BLOB_MIN_BYTES = 512 * 1024

/** The size at which a group of writes closes. Larger segments are not faster, and cost twice their memory. */
export const GROUP_MAX_BYTES = 8 * 1024 * 1024

/** The number of blocks at which a group of writes closes. */
export const GROUP_MAX_BLOCKS = 1024

/** The share of live bytes below which a segment is compacted. */
export const SPARSE_BELOW = 0.5

/** Returns whether a block depends on open sessions, so that their rollback may remove it. */
export function isPending (record: BlockRecord, isOpen: (session: number) => boolean): boolean {
  return record.length > 3 && (record.slice(3) as number[]).every(isOpen)
}
