import type { CID } from 'multiformats/cid'
import type { Block } from '../../store/blockstore/blockstore.ts'

/**
 * Yields blocks in the order of the CIDs, in batches: known ones, and between them those that are read. Ends if `read`
 * ends early.
 */
export async function* mergeKnownBlocks (
  cids: CID[],
  known: (cid: CID) => Uint8Array | undefined,
  read: (cids: CID[]) => AsyncGenerator<Block[]>
): AsyncGenerator<Block[]> {
  const here = cids.map(known)
  const others = read(cids.filter((_, i) => here[i] == null))
  let came: Block[] = []
  let at = 0
  let lot: Block[] = []

  try {
    for (const [i, cid] of cids.entries()) {
      const bytes = here[i]

      if (bytes != null) {
        lot.push({ cid, bytes })
        continue
      }

      if (at === came.length) {
        if (lot.length > 0) {
          yield lot
          lot = []
        }

        const next = await others.next()

        if (next.done === true) {
          return
        }

        came = next.value
        at = 0
      }

      lot.push(came[at++])
    }

    if (lot.length > 0) {
      yield lot
    }
  } finally {
    await others.return(undefined)
  }
}
