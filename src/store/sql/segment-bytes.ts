const MIB = 1024 * 1024

/** A segment is as large at most: some of them are in memory at once. */
export const SEGMENT_BYTES = 8 * MIB

/** What there is less of when a session ends waits in rows for more: a request to the bucket costs more than moving it later. */
export const MIN_SEGMENT_BYTES = 4 * MIB

/** What may wait in rows: whoever puts a block by itself waits while it is more, and a session fills segments itself. */
export const MAX_UNPACKED_BYTES = 4 * SEGMENT_BYTES
