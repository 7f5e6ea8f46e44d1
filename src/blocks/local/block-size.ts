/** The maximum block size of bitswap (Kubo `core/commands/cmdutils/utils.go`). */
const SOFT_BLOCK_LIMIT_BYTES = 2 * 1024 * 1024

/**
 * The absolute maximum, which Kubo does not have. Each block is several times in memory as a whole. CARs have the same
 * limit (go-car), so a larger block could not be exported.
 */
const HARD_BLOCK_LIMIT_BYTES = 8 * 1024 * 1024

/**
 * Returns the maximum block size.
 *
 * @param allowed - whether blocks that are too large for bitswap are allowed
 */
export function maxBlockBytes (allowed: boolean): number {
  return allowed ? HARD_BLOCK_LIMIT_BYTES : SOFT_BLOCK_LIMIT_BYTES
}

/** Creates the error for a larger block. */
export function blockTooLarge (allowed: boolean): Error {
  return new Error(
    allowed
      ? `produced block is over ${
        HARD_BLOCK_LIMIT_BYTES / 1024 / 1024
      }MiB: no block may be larger here, with --allow-big-block neither`
      : "produced block is over 2MiB: big blocks can't be exchanged with other peers. consider using UnixFS " +
        'for automatic chunking of bigger files, or pass --allow-big-block to override'
  )
}

/**
 * Checks the size of a block.
 *
 * @throws an Error if it exceeds the limit
 */
export function checkBlockSize (bytes: number, allowed: boolean): void {
  if (bytes > maxBlockBytes(allowed)) {
    throw blockTooLarge(allowed)
  }
}
