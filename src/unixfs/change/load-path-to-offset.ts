import type { CID } from 'multiformats/cid'
import { loadFileBlock } from './file-block.ts'
import type { NodeStore } from './node-store.ts'

/**
 * Reads the nodes of a file from its root down to the leaf at an offset, the last one where the offset is behind its
 * end: what a change that begins there reads in any case.
 *
 * @throws what the reader throws, and an Error for something else than a file
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
