import { recordKey, requestResult, requestResults } from '../../../database/database.ts'
import { QuotaExceededError } from '../../../quota/quota-exceeded-error.ts'
import { readCounters, writeCounters } from '../../schema/counters.ts'
import {
  BARRIER,
  BLOCKS,
  CONTENTS,
  META,
  NOTED,
  PAGES,
  SEGMENTS,
  SPARSE,
  SPARSE_BELOW,
  USAGE
} from '../../schema/schema.ts'
import type { BlockRecord, SegmentUsage } from '../../schema/schema.ts'
import { unpackEntries } from '../../schema/segment-lists.ts'
import { pagesOf } from '../../segments/pages.ts'

/** Object stores that `removeBlocks` needs in its transaction. */
export const REMOVE_STORES = [BLOCKS, SEGMENTS, PAGES, CONTENTS, USAGE, SPARSE, META]

/** Object stores that `dropSegment` needs in its transaction. */
export const DROP_STORES = [SEGMENTS, PAGES, CONTENTS, USAGE, SPARSE]

export interface RemoveOptions {
  /** if false, nothing is put: the counters are wrong then, and deleting the barrier row marks them so */
  room: boolean
}

/**
 * Removes blocks in the caller's transaction: counts the dead bytes of their segments, drops segments without live
 * blocks, marks sparse ones for compaction, and invalidates the notes. Missing blocks are no error.
 *
 * @param multihashes - each once
 * @param session - if given, removes only this session's share: a block that another session holds too, or that belongs
 *   to the store by now, stays
 * @throws QuotaExceededError if a shared block must be rewritten without this session, and there is no room for that
 */
export async function removeBlocks (
  tx: IDBTransaction,
  multihashes: Uint8Array[],
  { room }: RemoveOptions,
  session?: number
): Promise<void> {
  const index = tx.objectStore(BLOCKS)
  const reading = readCounters(tx)
  const records = await requestResults<BlockRecord | undefined>(
    multihashes.map((multihash) => index.get(recordKey(multihash)))
  )
  const counters = await reading
  const dead = new Map<number, number>()
  let removed = false

  records.forEach((record, i) => {
    const key = recordKey(multihashes[i])

    if (record == null || (session != null && !takeBack(index, key, record, session, room))) {
      return
    }

    const [place, , length] = record
    index.delete(key)
    removed = true
    counters.blocks--
    counters.bytes -= length

    if (typeof place === 'number') {
      dead.set(place, (dead.get(place) ?? 0) + length)
    }
  })

  if (removed) {
    tx.objectStore(META).delete(NOTED)
  }

  if (room) {
    await countDead(tx, dead)
    writeCounters(tx, counters)
  } else {
    await dropDead(tx, [...dead.keys()])
    tx.objectStore(META).delete(BARRIER)
  }
}

/** @returns whether the block has to be removed */
function takeBack (
  index: IDBObjectStore,
  key: IDBValidKey,
  record: BlockRecord,
  session: number,
  room: boolean
): boolean {
  if (!record.includes(session, 3)) {
    return false
  }

  const others = (record.slice(3) as number[]).filter((id) => id !== session)

  if (others.length === 0) {
    return true
  }

  if (!room) {
    throw new QuotaExceededError('no space left to undo a write session that has blocks in common with another')
  }

  index.put([...record.slice(0, 3), ...others], key)
  return false
}

async function countDead (tx: IDBTransaction, dead: Map<number, number>): Promise<void> {
  const segments = [...dead.keys()]
  const usages = await requestResults<SegmentUsage | undefined>(
    segments.map((segment) => tx.objectStore(USAGE).get(segment))
  )

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

/** Drops the segments that have no live block according to the index, and forgets the usage of the others. */
async function dropDead (tx: IDBTransaction, segments: number[]): Promise<void> {
  for (const segment of segments) {
    const packed = await requestResult<Uint8Array | undefined>(tx.objectStore(CONTENTS).get(segment))
    const entries = packed == null ? [] : unpackEntries(packed)
    const records = await requestResults<BlockRecord | undefined>(
      entries.map(({ multihash }) => tx.objectStore(BLOCKS).get(recordKey(multihash)))
    )

    if (records.some((record) => record?.[0] === segment)) {
      tx.objectStore(USAGE).delete(segment)
    } else {
      dropSegment(tx, segment)
    }
  }
}

/** Deletes a segment and everything that belongs to it, except the index records. */
export function dropSegment (tx: IDBTransaction, segment: number): void {
  ;[SEGMENTS, CONTENTS, USAGE, SPARSE].forEach((name) => tx.objectStore(name).delete(segment))
  tx.objectStore(PAGES).delete(pagesOf(segment))
}
