const MIB = 1024 * 1024

/** The maximum size of a segment. Some of them are in memory at once. */
export const SEGMENT_BYTES = 8 * MIB

/**
 * The minimum size of a segment at the end of a session. A smaller rest waits in rows for more blocks: a request to the
 * bucket costs more than moving it later.
 */
export const MIN_SEGMENT_BYTES = 4 * MIB

/** The maximum bytes that wait in rows. Above it, plain puts wait, and sessions fill segments themselves. */
export const MAX_UNPACKED_BYTES = 4 * SEGMENT_BYTES
