import { concatBytes } from '../../../../bytes/concat-bytes.ts'
import { requestResult, requestResults } from '../../../database/database.ts'
import type { Database } from '../../../database/database.ts'
import { readCounters, writeCounters } from '../../schema/counters.ts'
import { CONTENTS, JOURNAL, META, SEGMENTS, SPARSE, SPARSE_BELOW, USAGE } from '../../schema/schema.ts'
import { packEntries } from '../../schema/segment-lists.ts'
import type { SegmentEntry } from '../../schema/segment-lists.ts'
import { dropSegment } from '../removal/remove-blocks.ts'
import type { SessionState, StagedSegment } from './session-state.ts'

/**
 * Reserves segments in the journal of a session before they are staged, so that a rollback deletes them. Uses a
 * separate, earlier transaction: the transaction that stores the bytes takes as long as the bytes, so it must not lock
 * object stores that others need.
 */
export async function reserveSegments (
  database: Database,
  session: SessionState,
  segments: readonly number[]
): Promise<void> {
  await database.write('reserve', [JOURNAL, META], 'relaxed', async (tx) => {
    const counters = await readCounters(tx)
    writeCounters(tx, {
      ...counters,
      nextSession: Math.max(counters.nextSession, session.id + 1),
      nextSegment: Math.max(counters.nextSegment, ...segments.map((segment) => segment + 1))
    })
    segments.forEach((segment) => {
      tx.objectStore(JOURNAL).put(segment, [session.id, session.nextRow++])
    })
  })
}

/** Bytes that will be a segment. */
export interface StagedContent {
  content: Blob
  segment: number
}

/**
 * Stores bytes as segments before their blocks are known. In Chromium this is three times as fast as sending the bytes
 * from here, because files are copied without the worker.
 *
 * @returns the stored Blob of each, to be read back: the source may be a file that changes, and a block must be named
 *   by the stored bytes. Undefined if a session was rolled back meanwhile
 * @throws the browser's error for a Blob that cannot be read; QuotaExceededError; nothing is stored then
 */
export async function stageSegments (
  database: Database,
  staged: readonly StagedContent[],
  durability: IDBTransactionDurability
): Promise<Array<Blob | undefined>> {
  await database.write('stage', [SEGMENTS], durability, async (tx) => {
    staged.forEach(({ content, segment }) => {
      tx.objectStore(SEGMENTS).put(content, segment)
    })
  })
  const segments = database.read([SEGMENTS]).objectStore(SEGMENTS)
  return await requestResults<Blob | undefined>(staged.map(({ segment }) => segments.get(segment)))
}

/** Records the blocks of a staged segment, in the transaction that writes their index records. */
export async function describeStaged (
  tx: IDBTransaction,
  staged: StagedSegment,
  entries: readonly SegmentEntry[]
): Promise<void> {
  const contents = tx.objectStore(CONTENTS)
  const before = await requestResult<Uint8Array | undefined>(contents.get(staged.segment))
  staged.live += entries.reduce((sum, { length }) => sum + length, 0)
  contents.put(concatBytes([before ?? new Uint8Array(0), packEntries(entries)]), staged.segment)
  tx.objectStore(USAGE).put([staged.live, staged.live], staged.segment)
}

/** Deletes a staged segment unless it contains blocks; otherwise it is deleted with the last of them. */
export async function dropUnused (tx: IDBTransaction, segment: number): Promise<void> {
  if (await requestResult(tx.objectStore(CONTENTS).getKey(segment)) === undefined) {
    dropSegment(tx, segment)
  }
}

/**
 * Deletes the staged segments without blocks, because all blocks existed before, and compacts those that are mostly
 * gaps.
 */
export function endStaged (tx: IDBTransaction, staged: readonly StagedSegment[]): void {
  for (const one of staged) {
    if (one.live === 0) {
      one.dropped = true
      dropSegment(tx, one.segment)
    } else if (one.live < one.bytes * SPARSE_BELOW) {
      tx.objectStore(SPARSE).put(true, one.segment)
    }
  }
}
