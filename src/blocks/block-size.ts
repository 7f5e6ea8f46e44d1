/** Blocks above this are not transferred by bitswap (Kubo `core/commands/cmdutils/utils.go`). */
const SOFT_BLOCK_LIMIT_BYTES = 2 * 1024 * 1024

/**
 * No block is larger, wished or not, where Kubo knows no end: each is held in memory whole, several times over. A CAR has
 * no larger ones either (go-car), so that such a block could leave this node in no way.
 */
const HARD_BLOCK_LIMIT_BYTES = 8 * 1024 * 1024

/** How large a block may be. @param allowed - blocks that are too large for bitswap are wanted nevertheless */
export function maxBlockBytes (allowed: boolean): number {
  return allowed ? HARD_BLOCK_LIMIT_BYTES : SOFT_BLOCK_LIMIT_BYTES
}

/** The error of a block that is larger. */
export function blockTooLarge (allowed: boolean): Error {
  return new Error(allowed
    ? `produced block is over ${HARD_BLOCK_LIMIT_BYTES / 1024 / 1024}MiB: no block may be larger here, with --allow-big-block neither`
    : 'produced block is over 2MiB: big blocks can\'t be exchanged with other peers. consider using UnixFS for automatic chunking of bigger files, or pass --allow-big-block to override')
}

/** @throws an Error when a block is over the limit */
export function checkBlockSize (bytes: number, allowed: boolean): void {
  if (bytes > maxBlockBytes(allowed)) {
    throw blockTooLarge(allowed)
  }
}
