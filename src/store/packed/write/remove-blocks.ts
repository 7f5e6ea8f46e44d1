import { readCounters, writeCounters } from '../schema/counters.ts'
import { recordKey, results } from '../../database/database.ts'
import { BLOCKS, CONTENTS, META, PAGES, SEGMENTS, SPARSE, SPARSE_BELOW, USAGE } from '../schema/schema.ts'
import type { BlockRecord, SegmentUsage } from '../schema/schema.ts'
import { pagesOf } from '../segments/pages.ts'

/** The stores that `removeBlocks` needs in its transaction. */
export const REMOVE_STORES = [BLOCKS, SEGMENTS, PAGES, CONTENTS, USAGE, SPARSE, META]

/**
 * Removes blocks in the caller's transaction, counts the dead bytes of their segments, drops segments without a live
 * block and marks sparse ones for compaction. Missing blocks are no error.
 *
 * @param multihashes - each once
 * @param session - when given, only this session's share is taken back: a block that hangs on another session too, or
 * that belongs to the store by now, stays
 */
export async function removeBlocks (tx: IDBTransaction, multihashes: Uint8Array[], session?: number): Promise<void> {
  const index = tx.objectStore(BLOCKS)
  const reading = readCounters(tx)
  const records = await results<BlockRecord | undefined>(multihashes.map((multihash) => index.get(recordKey(multihash))))
  const counters = await reading
  const dead = new Map<number, number>()

  records.forEach((record, i) => {
    const key = recordKey(multihashes[i])

    if (record == null || (session != null && !takeBack(index, key, record, session))) {
      return
    }

    const [place, , length] = record
    index.delete(key)
    counters.blocks--
    counters.bytes -= length

    if (typeof place === 'number') {
      dead.set(place, (dead.get(place) ?? 0) + length)
    }
  })

  await countDead(tx, dead)
  writeCounters(tx, counters)
}

/** @returns whether the block has to go */
function takeBack (index: IDBObjectStore, key: IDBValidKey, record: BlockRecord, session: number): boolean {
  if (!record.includes(session, 3)) {
    return false
  }

  const others = (record.slice(3) as number[]).filter((id) => id !== session)

  if (others.length === 0) {
    return true
  }

  index.put([...record.slice(0, 3), ...others], key)
  return false
}

async function countDead (tx: IDBTransaction, dead: Map<number, number>): Promise<void> {
  const segments = [...dead.keys()]
  const usages = await results<SegmentUsage | undefined>(segments.map((segment) => tx.objectStore(USAGE).get(segment)))

  segments.forEach((segment, i) => {
    const usage = usages[i]

    if (usage == null) {
      return
    }

    const [before, total] = usage
    const live = before - dead.get(segment)!

    if (live <= 0) {
      dropSegment(tx, segment)
      return
    }

    tx.objectStore(USAGE).put([live, total], segment)

    if (live < total * SPARSE_BELOW) {
      tx.objectStore(SPARSE).put(true, segment)
    }
  })
}

/** Deletes a segment with all that belongs to it but the index records. */
export function dropSegment (tx: IDBTransaction, segment: number): void {
  [SEGMENTS, CONTENTS, USAGE, SPARSE].forEach((name) => tx.objectStore(name).delete(segment))
  tx.objectStore(PAGES).delete(pagesOf(segment))
}
