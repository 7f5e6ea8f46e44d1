import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import { CidSet } from '../cid/sets/cid-set.ts'
import { eachLink, mayHaveLinks } from '../ipld/registry/links.ts'

/** The number of blocks that are sorted together. */
const SORTED = 1 << 18

/** Blocks that are asked for together. */
const BATCH = 256

/** Blocks above this lie in segments, in the order in which they were written. */
const SMALL_BYTES = 16 * 1024

export interface WalkBelowOptions {
  blocks: BlockReader
  signal: AbortSignal
}

/**
 * Yields the descendants of roots, without the roots, each CID once, as they are found. For very many blocks: they are read in the order of
 * their hashes, in which stores keep small blocks, so that a few reads return thousands; a walk from parent to child needs one read each.
 * The order is therefore unspecified. Known leaves (by their CID, or by the store) are not read.
 * Memory: 45 bytes a CID, 3 MB, and some hundred bytes for each CID of another hash function than SHA2-256.
 *
 * @throws what the reader throws for a block that cannot be had, and what `linksOf` throws
 */
export async function* walkBelow (
  roots: AsyncIterable<{ cid: CID }>,
  { blocks, signal }: WalkBelowOptions
): AsyncGenerator<CID> {
  const met = new CidSet({ versions: true })
  /** The CIDs that the set cannot return. */
  const others = new Map<number, CID>()

  const add = (cid: CID): boolean => {
    const isNew = met.add(cid)

    if (isNew && !CidSet.isWhole(cid)) {
      others.set(met.size - 1, cid)
    }

    return isNew
  }

  for await (const { cid } of roots) {
    signal.throwIfAborted()
    add(cid)
  }

  for (let from = 0, to = 0; from < met.size; from = to) {
    to = Math.min(met.size, from + SORTED)
    let left = met.sorted(from, to)
    let isSorted = true

    while (left.length > 0) {
      let bytesRead = 0
      const cids = Array.from(left.subarray(0, BATCH), (number) => others.get(number) ?? met.cidAt(number)!).filter(
        mayHaveLinks
      )
      left = left.subarray(BATCH)

      for await (const lot of blocks.getBatches(cids, { signal, linksAlone: true })) {
        for (const { cid, bytes } of lot) {
          bytesRead += bytes.byteLength

          for (const link of eachLink(cid, bytes)) {
            if (add(link)) {
              signal.throwIfAborted()
              yield link
            }
          }
        }
      }

      // large ones are read best as they were written, for which it is good to be near what was met with them
      if (isSorted && bytesRead > cids.length * SMALL_BYTES) {
        left.sort()
        isSorted = false
      }
    }
  }
}
