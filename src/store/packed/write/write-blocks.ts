import type { Database } from '../../database/database.ts'
import { addedFlags, recordKey, requestResults } from '../../database/database.ts'
import { readCounters, writeCounters } from '../schema/counters.ts'
import {
  BLOB_MIN_BYTES,
  BLOCKS,
  CONTENTS,
  INLINE_MAX_BYTES,
  isPending,
  JOURNAL,
  MARK,
  META,
  PAGE_BYTES,
  PAGES,
  SEGMENTS,
  SPARSE,
  USAGE
} from '../schema/schema.ts'
import type { BlockRecord, Counters } from '../schema/schema.ts'
import { packKeys } from '../schema/segment-lists.ts'
import type { SegmentEntry } from '../schema/segment-lists.ts'
import type { Sync } from '../schema/sync.ts'
import { blockOf, offsetOf } from '../segments/extent.ts'
import type { OptimisticWriter } from './optimistic-writer.ts'
import { putSegment, segmentContent } from './put-segment.ts'
import type { SegmentContent } from './put-segment.ts'
import { nameRow, rowsOf } from './session-journal.ts'
import type { SessionState, StagedSegment } from './staging/session-state.ts'
import { describeStaged, endStaged } from './staging/stage-segment.ts'
import type { PendingBlock, WriteGroup } from './write-group.ts'

export interface WriteContext {
  /** allocates a segment number */
  nextSegment: () => number
  /** whether the database accepts Blobs; otherwise all segments are written as pages */
  blobs: boolean
  isOpenSession: (session: number) => boolean
  /** which writes wait for the disk */
  sync: Sync
  /** called when something was written that is on disk only after the next barrier */
  onUnsynced: () => void
  /** called with the blocks of a group that was written: they are often read next */
  onWritten: (blocks: ReadonlyMap<string, PendingBlock>) => void
  /** called when blocks that could be read will not be written */
  onWithdrawn: () => void
  /**
   * Releases the ballast.
   *
   * @returns whether anything was released
   */
  makeRoom?: () => Promise<boolean>
}

/** Writes groups, in order with all other write transactions of the store. */
export interface GroupWriter extends WriteContext {
  database: Database
  optimistic: OptimisticWriter
}

/**
 * Writes a group of blocks in one transaction: the segment, the index records, the journal rows of the sessions and the
 * counters. Existing blocks are not written again; a session or a plain put only adds itself to their holders, as the
 * interface of the store describes.
 */
export function writeBlocks (group: WriteGroup, writer: GroupWriter): Promise<void> {
  const { inline, packed, staged } = splitGroup(group)
  const durability = durabilityOf(group, storedBytes(packed), writer)

  // The browser copies this Blob while the previous transaction is being written. Its blocks rarely exist already.
  const ahead = contentOf(packed, writer)

  if (durability === 'relaxed') {
    writer.onUnsynced()
  }

  const usual = (): Promise<void> => writeWithLook(group, { inline, packed, staged }, { durability, ahead }, writer)

  if (!isPlain(group) || ahead instanceof Blob || staged.size > 0) {
    return usual()
  }

  const written = writer.optimistic.write({
    durability,
    packed: packed.length > 0,
    put: (tx, counters) => {
      const index = tx.objectStore(BLOCKS)
      inline.forEach((block) => {
        index.add(inlineRecord(block), recordKey(block.multihash))
      })
      const segment = putPacked(tx, packed, ahead, writer, 'add')
      group.commits.forEach((session) => {
        endSession(tx, session)
      })
      countBlocks(counters, [...inline, ...packed], segment)
    }
  })

  return written === false ? usual() : written.then((isWritten) => isWritten ? undefined : usual())
}

/**
 * Returns whether all blocks of a group belong to the store from their first moment, and it ends only sessions that
 * have nothing else.
 */
function isPlain ({ blocks, commits, prepares }: WriteGroup): boolean {
  return prepares.size === 0 && [...commits].every(({ nextRow, staged }) => nextRow === 0 && staged.length === 0) &&
    [...blocks.values()].every(({ plain }) => plain)
}

function writeWithLook (
  group: WriteGroup,
  { inline, packed, staged }: Split,
  { durability, ahead }: { durability: IDBTransactionDurability; ahead: SegmentContent },
  writer: GroupWriter
): Promise<void> {
  const { database } = writer
  const ending = [...group.commits, ...group.prepares]
  // Without the object stores of bytes if there are none to write or delete, so that it does not wait for running
  // staging or reads.
  const stores = [
    BLOCKS,
    CONTENTS,
    USAGE,
    SPARSE,
    JOURNAL,
    META,
    ...packed.length > 0 || ending.some((session) => session.staged.length > 0) ? [SEGMENTS, PAGES] : []
  ]

  const written = database.write('put', stores, durability, async (tx) => {
    const index = tx.objectStore(BLOCKS)
    const journal = tx.objectStore(JOURNAL)
    const reading = readCounters(tx)
    // Keys only: loading the records of many existing blocks may load their bytes.
    const placed = [...packed, ...staged.keys()]
    const finding = requestResults(placed.map(({ multihash }) => index.getKey(recordKey(multihash))))
    // Written without a previous read, which would cost half as much as the write; an existing key is reported.
    const isNew = await addedFlags(inline.map((block) => index.add(inlineRecord(block), recordKey(block.multihash))))
    const keys = await finding
    const counters = await reading
    const present = [...inline.filter((_, i) => !isNew[i]), ...placed.filter((_, i) => keys[i] !== undefined)]
    const records = await requestResults<BlockRecord>(present.map(({ multihash }) => index.get(recordKey(multihash))))
    const freshInline = inline.filter((_, i) => isNew[i])
    const fresh = placed.filter((_, i) => keys[i] === undefined)
    const freshPacked = fresh.filter((block) => !staged.has(block))
    const brought = new Brought()

    present.forEach((block, i) => {
      takeOver(index, block, records[i], brought, writer)
    })
    freshInline.forEach((block) => {
      brought.addFresh(block)
    })
    fresh.forEach((block) => {
      brought.addFresh(block)
    })
    const segment = putPacked(
      tx,
      freshPacked,
      freshPacked.length === packed.length ? ahead : contentOf(freshPacked, writer),
      writer
    )
    await putStaged(tx, fresh, staged)
    brought.write(journal)
    ending.forEach((session) => {
      endStaged(tx, session.staged)
    })
    group.commits.forEach((session) => {
      endSession(tx, session)
    })
    group.prepares.forEach((session) => {
      nameInJournal(journal, session)
    })

    countBlocks(counters, [...freshInline, ...fresh], segment)
    counters.nextSession = Math.max(counters.nextSession, brought.lastSession + 1)
    writeCounters(tx, counters)
    return counters
  })
  const by = database.begun

  return written.then((counters) => {
    writer.optimistic.written(by, counters)
  })
}

function countBlocks (counters: Counters, fresh: PendingBlock[], segment: number): void {
  counters.blocks += fresh.length
  counters.bytes += storedBytes(fresh)
  counters.nextSegment = Math.max(counters.nextSegment, segment + 1)
}

/**
 * Returns the durability that a group needs. Chromium syncs the file of a Blob only in a strict transaction; no later
 * barrier does. Records and pages can wait for the barrier that a caller requests when it records something about the
 * blocks.
 */
function durabilityOf (
  group: WriteGroup,
  packedBytes: number,
  { blobs, sync }: WriteContext
): IDBTransactionDurability {
  const waits = sync === true || (blobs && packedBytes >= BLOB_MIN_BYTES) || group.prepares.size > 0 || group.isMarked
  return waits ? blobDurability(sync) : 'relaxed'
}

/** Returns the durability of a transaction that writes a Blob, or must be on disk for another reason. */
export function blobDurability (sync: Sync): IDBTransactionDurability {
  return sync === false ? 'relaxed' : 'strict'
}

interface Split {
  /** blocks that go into their records */
  inline: PendingBlock[]
  /** blocks that go into a segment; less than a page of them goes into records too */
  packed: PendingBlock[]
  /** blocks that are in a staged segment already */
  staged: Map<PendingBlock, StagedSegment>
}

function splitGroup (group: WriteGroup): Split {
  const blocks = [...group.blocks.values()]
  const large = blocks.filter(({ length }) => length > INLINE_MAX_BYTES)
  const staged = new Map(
    large.map((block) => [block, group.stagedOf(block)] as const).filter((
      pair
    ): pair is [PendingBlock, StagedSegment] => pair[1] != null)
  )
  const packed = large.filter((block) => !staged.has(block))

  return storedBytes(packed) <= PAGE_BYTES
    ? { inline: blocks.filter((block) => !staged.has(block)), packed: [], staged }
    : { inline: blocks.filter(({ length }) => length <= INLINE_MAX_BYTES), packed, staged }
}

function storedBytes (blocks: PendingBlock[]): number {
  return blocks.reduce((sum, { length }) => sum + length, 0)
}

function inlineRecord (block: PendingBlock): BlockRecord {
  return blockRecord(block, detachView(blockOf(block.kept, block)), 0)
}

/** Returns the record of a new block, held by the sessions that put it. */
function blockRecord (
  { length, plain, sessions }: PendingBlock,
  place: number | Uint8Array,
  offset: number
): BlockRecord {
  return [place, offset, length, ...plain ? [] : [...sessions].map(({ id }) => id)]
}

/** Commits a session: its blocks belong to the store from now on. */
function endSession (tx: IDBTransaction, { id, nextRow, mark }: SessionState): void {
  if (nextRow > 0) {
    tx.objectStore(JOURNAL).delete(rowsOf(id))
  }

  if (mark != null) {
    tx.objectStore(META).put(mark, MARK)
  }
}

/** Writes the name of a prepared session. A session without rows has nothing to roll back. */
function nameInJournal (journal: IDBObjectStore, { id, nextRow, name }: SessionState): void {
  if (nextRow > 0) {
    journal.put(name, nameRow(id))
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

  addFresh ({ multihash, plain, sessions }: PendingBlock): void {
    if (!plain) {
      sessions.forEach((session) => {
        this.add(session, multihash)
      })
    }
  }

  write (journal: IDBObjectStore): void {
    for (const [session, keys] of this.#keys) {
      journal.put(packKeys(keys), [session.id, session.nextRow++])
    }
  }
}

function takeOver (
  index: IDBObjectStore,
  block: PendingBlock,
  record: BlockRecord,
  brought: Brought,
  context: WriteContext
): void {
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
    joining.forEach((session) => {
      brought.add(session, block.multihash)
    })
  }
}

/**
 * @param way - how records are written; with `add`, an existing record aborts the transaction
 * @returns the number of the new segment, 0 if there is none
 */
function putPacked (
  tx: IDBTransaction,
  blocks: PendingBlock[],
  content: SegmentContent,
  { nextSegment }: WriteContext,
  way: 'put' | 'add' = 'put'
): number {
  if (blocks.length === 0) {
    return 0
  }

  const index = tx.objectStore(BLOCKS)
  const segment = nextSegment()
  let end = 0

  const entries = blocks.map((block) => {
    const { multihash, kept, isContent, length } = block
    const offset = offsetOf(end, isContent)
    index[way](blockRecord(block, segment, offset), recordKey(multihash))
    end += kept.byteLength
    return { multihash, offset, length }
  })

  putSegment(tx, segment, entries, content)
  return segment
}

/** Writes the extents of blocks in staged segments. */
async function putStaged (
  tx: IDBTransaction,
  fresh: PendingBlock[],
  staged: Map<PendingBlock, StagedSegment>
): Promise<void> {
  const entries = new Map<StagedSegment, SegmentEntry[]>()

  for (const block of fresh) {
    const place = staged.get(block)

    if (place != null) {
      const { multihash, kept, isContent, length } = block
      const offset = offsetOf(kept.byteOffset, isContent)
      tx.objectStore(BLOCKS).put(blockRecord(block, place.segment, offset), recordKey(multihash))
      const others = entries.get(place) ?? []
      others.push({ multihash, offset, length })
      entries.set(place, others)
    }
  }

  for (const [place, list] of entries) {
    await describeStaged(tx, place, list)
  }
}

function contentOf (blocks: PendingBlock[], { blobs }: WriteContext): SegmentContent {
  return segmentContent(blocks.map(({ kept }) => kept), { blobs })
}

/** Returns a copy of a view: structured cloning would write its whole underlying buffer, and a cache would keep it. */
export function detachView (bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
}
