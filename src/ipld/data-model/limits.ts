/**
 * Lists and maps that may be open at one time while a value is read. A block of 2 MiB, the largest that is exchanged,
 * holds no more; inputs of `dag/put` can be larger, and each level takes about 100 bytes.
 */
export const MAX_OPEN = 2 * 1024 * 1024
