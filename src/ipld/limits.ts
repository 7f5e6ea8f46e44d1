/** Lists and maps within each other. Go's stack grows with them, JavaScript's does not, and a block of 2 MiB could hold 2 million. */
export const MAX_DEPTH = 1024
