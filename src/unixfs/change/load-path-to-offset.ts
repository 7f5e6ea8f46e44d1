import type { CID } from 'multiformats/cid'
import { loadFileBlock } from './file-block.ts'
import type { NodeStore } from './node-store.ts'

/**
 * Loads the nodes of a file from its root to the leaf at an offset, or to the last leaf if the offset is past the end.
 * A change at that offset reads these nodes in any case.
 *
 * @throws the errors of the reader, and an Error if it is not a file
 */
export async function loadPathToOffset (file: CID, offset: bigint, store: NodeStore): Promise<void> {
  let next: CID | undefined = file

  for (let start = 0n; next != null;) {
    const block = await loadFileBlock(next, store)
    next = undefined

    for (const { cid, fileSize } of block.kind === 'raw' ? [] : block.links) {
      next = cid

      if (start + BigInt(fileSize) > offset) {
        break
      }

      start += BigInt(fileSize)
    }
  }
}
