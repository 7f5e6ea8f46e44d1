/**
 * Recorded scenarios of `GROUPS` that this version cannot play, by group and name, with the reasons. An unlisted
 * scenario fails if the node reports a missing command, and a listed one fails if it passes. So the list is exact.
 */
export const EXPECTED_SKIPS: Readonly<Record<string, string>> = {}
