import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import { CidSet } from '../cid/sets/cid-set.ts'
import { eachLink, mayHaveLinks } from '../ipld/registry/links.ts'

/** The number of blocks that are sorted together. */
const SORTED = 1 << 18

/** The number of blocks per request to the store. */
const BATCH = 256

/** Larger blocks lie in segments, in the order of their writes. */
const SMALL_BYTES = 16 * 1024

export interface WalkBelowOptions {
  blocks: BlockReader
  signal: AbortSignal
}

/**
 * Yields the descendants of roots, without the roots, each CID once, as they are found. For very many blocks: reads
 * them in the order of their hashes, in which stores keep small blocks, so that a few reads return thousands. A walk
 * from parent to child needs one read each. The order of results is unspecified. Known leaves (by their CID, or by the
 * store) are not read.
 *
 * Memory: 45 bytes per CID, 3 MB, and some hundred bytes for each CID with another hash function than SHA2-256.
 *
 * @throws the errors of the reader for an unavailable block, and of `linksOf`
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

    if (isNew && !CidSet.storesCid(cid)) {
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

      for await (const batch of blocks.getBatches(cids, { signal, linksAlone: true })) {
        for (const { cid, bytes } of batch) {
          bytesRead += bytes.byteLength

          for (const link of eachLink(cid, bytes)) {
            if (add(link)) {
              signal.throwIfAborted()
              yield link
            }
          }
        }
      }

      // Read large blocks in the order of discovery, which is close to their write order.
      if (isSorted && bytesRead > cids.length * SMALL_BYTES) {
        left.sort()
        isSorted = false
      }
    }
  }
}
