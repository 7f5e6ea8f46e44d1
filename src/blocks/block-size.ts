/** Blocks above this are not transferred by bitswap (Kubo `core/commands/cmdutils/utils.go`). */
const SOFT_BLOCK_LIMIT_BYTES = 2 * 1024 * 1024

/** @throws an Error when a block is over the limit and that is not allowed */
export function checkBlockSize (bytes: number, allowed: boolean): void {
  if (bytes > SOFT_BLOCK_LIMIT_BYTES && !allowed) {
    throw new Error('produced block is over 2MiB: big blocks can\'t be exchanged with other peers. consider using UnixFS for automatic chunking of bigger files, or pass --allow-big-block to override')
  }
}
