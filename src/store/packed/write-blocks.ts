import type { Database } from '../database.ts'
import { readCounters, writeCounters } from './counters.ts'
import { recordKey, result, results } from '../database.ts'
import { packEntries, packKeys } from './packed-lists.ts'
import type { SegmentEntry } from './packed-lists.ts'
import { BLOCKS, CONTENTS, INLINE_MAX_BYTES, JOURNAL, META, SEGMENT_MIN_BYTES, SEGMENTS, USAGE, isPending } from './schema.ts'
import type { BlockRecord } from './schema.ts'
import { rowsOf } from './session-journal.ts'
import type { SessionState } from './session-state.ts'
import type { PendingBlock, WriteGroup } from './write-group.ts'

export interface WriteContext {
  /** takes a new segment number */
  nextSegment: () => number
  /** whether the database keeps Blobs, and so segments */
  blobs: boolean
  isOpenSession: (session: number) => boolean
}

/**
 * Writes a group of blocks in one transaction: the segment, the index records, the journal rows of the sessions and the counters.
 * Blocks that are stored already are not written again; a session or a plain put takes its share of them as the
 * interface of the store says.
 */
export function writeBlocks (database: Database, group: WriteGroup, context: WriteContext): Promise<void> {
  const blocks = [...group.blocks.values()]
  // Chromium syncs the file of a Blob only in a strict transaction, no later barrier does it; what lies in records can wait for the barrier
  const durability = inSegment(blocks, context) || group.commits.size > 0 ? 'strict' : 'relaxed'

  return database.write('put', [BLOCKS, SEGMENTS, CONTENTS, USAGE, JOURNAL, META], durability, async (tx) => {
    const index = tx.objectStore(BLOCKS)
    const reading = readCounters(tx)
    // keys only: loading the records of many stored small blocks would load their bytes
    const keys = await results(blocks.map(({ multihash }) => index.getKey(recordKey(multihash))))
    const present = blocks.filter((_, i) => keys[i] !== undefined)
    const records = await results<BlockRecord>(present.map(({ multihash }) => index.get(recordKey(multihash))))
    const counters = await reading
    const fresh = blocks.filter((_, i) => keys[i] === undefined)
    const brought = new Brought()

    present.forEach((block, i) => { takeOver(index, block, records[i], brought, context) })
    const { segment, stored } = putFresh(tx, fresh, brought, context)
    brought.write(tx.objectStore(JOURNAL))
    group.commits.forEach((session) => { forgetJournal(tx.objectStore(JOURNAL), session) })

    counters.blocks += fresh.length
    counters.bytes += fresh.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
    counters.nextSession = Math.max(counters.nextSession, brought.lastSession + 1)
    counters.nextSegment = Math.max(counters.nextSegment, segment + 1)
    writeCounters(tx, counters)
    await stored
  })
}

/** The blocks of a session belong to the store from now on. */
function forgetJournal (journal: IDBObjectStore, session: SessionState): void {
  if (session.nextRow > 0) {
    journal.delete(rowsOf(session.id))
  }
}

/** The blocks that each session of a group brought, for its journal. */
class Brought {
  readonly #keys = new Map<SessionState, Uint8Array[]>()
  lastSession = 0

  add (session: SessionState, multihash: Uint8Array): void {
    const keys = this.#keys.get(session)
    this.lastSession = Math.max(this.lastSession, session.id)

    if (keys == null) {
      this.#keys.set(session, [multihash])
    } else {
      keys.push(multihash)
    }
  }

  write (journal: IDBObjectStore): void {
    for (const [session, keys] of this.#keys) {
      journal.put(packKeys(keys), [session.id, session.nextRow++])
    }
  }
}

function takeOver (index: IDBObjectStore, block: PendingBlock, record: BlockRecord, brought: Brought, context: WriteContext): void {
  if (!isPending(record, context.isOpenSession)) {
    return
  }

  if (block.plain) {
    index.put(record.slice(0, 3), recordKey(block.multihash))
    return
  }

  const joining = [...block.sessions].filter(({ id }) => !record.includes(id, 3))

  if (joining.length > 0) {
    index.put([...record, ...joining.map(({ id }) => id)], recordKey(block.multihash))
    joining.forEach((session) => { brought.add(session, block.multihash) })
  }
}

/** @returns the number of the segment written, 0 when there was none, and what `putSegment` returned */
function putFresh (tx: IDBTransaction, blocks: PendingBlock[], brought: Brought, context: WriteContext): { segment: number, stored?: Promise<void> } {
  const index = tx.objectStore(BLOCKS)
  const entries: SegmentEntry[] = []
  const parts: Uint8Array[] = []
  const inline = !inSegment(blocks, context)
  let segment = 0
  let end = 0

  for (const { multihash, bytes, plain, sessions } of blocks) {
    const length = bytes.byteLength
    const record: BlockRecord = [0, 0, length]

    if (inline || length <= INLINE_MAX_BYTES) {
      record[0] = alone(bytes)
    } else {
      segment ||= context.nextSegment()
      record[0] = segment
      record[1] = end
      entries.push({ multihash, offset: end, length })
      parts.push(bytes)
      end += length
    }

    if (!plain) {
      for (const session of sessions) {
        record.push(session.id)
        brought.add(session, multihash)
      }
    }

    index.put(record, recordKey(multihash))
  }

  return { segment, stored: segment > 0 ? putSegment(tx, segment, entries, parts) : undefined }
}

/** Whether what does not fit into records is worth a segment, and can be one. */
function inSegment (blocks: PendingBlock[], { blobs }: WriteContext): boolean {
  return blobs && blocks.reduce((sum, { bytes: { byteLength } }) => byteLength > INLINE_MAX_BYTES ? sum + byteLength : sum, 0) >= SEGMENT_MIN_BYTES
}

/**
 * Writes a new segment with all that belongs to it but the index records.
 *
 * @returns when the Blob was taken. To be awaited before the transaction is committed: WebKit (2.50) completes one whose Blob
 * it could not take when `commit` was called already, and so loses it.
 */
export async function putSegment (tx: IDBTransaction, segment: number, entries: SegmentEntry[], parts: Uint8Array[]): Promise<void> {
  const blob = new Blob(parts as BlobPart[])
  const stored = result(tx.objectStore(SEGMENTS).put(blob, segment))
  tx.objectStore(CONTENTS).put(packEntries(entries), segment)
  tx.objectStore(USAGE).put([blob.size, blob.size], segment)
  await stored
}

/** Structured cloning of a view writes the whole buffer behind it. */
function alone (bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
}
