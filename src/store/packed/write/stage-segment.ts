import { concatBytes } from '../../../bytes/concat-bytes.ts'
import { result, results } from '../../database/database.ts'
import type { Database } from '../../database/database.ts'
import { CONTENTS, JOURNAL, META, SEGMENTS, SPARSE, SPARSE_BELOW, USAGE } from '../schema/schema.ts'
import { readCounters, writeCounters } from '../schema/counters.ts'
import { packEntries } from '../segments/packed-lists.ts'
import type { SegmentEntry } from '../segments/packed-lists.ts'
import { dropSegment } from './remove-blocks.ts'
import type { SessionState, StagedSegment } from './session-state.ts'

/**
 * Writes into the journal of a session which segments it is about to stage: undoing it deletes them. A transaction of its own, and before: one that keeps
 * bytes takes as long as these take, and so touches nothing that others wait for.
 */
export async function reserveSegments (database: Database, session: SessionState, segments: readonly number[]): Promise<void> {
  await database.write('reserve', [JOURNAL, META], 'relaxed', async (tx) => {
    const counters = await readCounters(tx)
    writeCounters(tx, { ...counters, nextSession: Math.max(counters.nextSession, session.id + 1), nextSegment: Math.max(counters.nextSegment, ...segments.map((segment) => segment + 1)) })
    segments.forEach((segment) => { tx.objectStore(JOURNAL).put(segment, [session.id, session.nextRow++]) })
  })
}

/** Bytes that are going to be a segment. */
export interface StagedContent {
  content: Blob
  segment: number
}

/**
 * Keeps bytes as segments of which nobody knows the blocks yet.
 *
 * @returns the bytes of each that are kept, to be read: what was given may be a file that somebody changes, and a block has to be named by what is kept. In Chromium
 * that is three times as fast as sending them from here, since it copies files past the worker. Undefined where a session was undone meanwhile
 * @throws what the browser says of a Blob that it cannot read, QuotaExceededError; nothing is kept then
 */
export async function stageSegments (database: Database, staged: readonly StagedContent[], durability: IDBTransactionDurability): Promise<Array<Blob | undefined>> {
  await database.write('stage', [SEGMENTS], durability, async (tx) => { staged.forEach(({ content, segment }) => { tx.objectStore(SEGMENTS).put(content, segment) }) })
  const segments = database.read([SEGMENTS]).objectStore(SEGMENTS)
  return await results<Blob | undefined>(staged.map(({ segment }) => segments.get(segment)))
}

/** The blocks that have come to lie in a staged segment, in the transaction that writes their records. */
export async function describeStaged (tx: IDBTransaction, staged: StagedSegment, entries: readonly SegmentEntry[]): Promise<void> {
  const contents = tx.objectStore(CONTENTS)
  const before = await result<Uint8Array | undefined>(contents.get(staged.segment))
  staged.live += entries.reduce((sum, { length }) => sum + length, 0)
  contents.put(concatBytes([before ?? new Uint8Array(0), packEntries(entries)]), staged.segment)
  tx.objectStore(USAGE).put([staged.live, staged.live], staged.segment)
}

/** Deletes a staged segment unless blocks have come to lie in it: with these it goes when the last of them does. */
export async function dropUnused (tx: IDBTransaction, segment: number): Promise<void> {
  if (await result(tx.objectStore(CONTENTS).getKey(segment)) === undefined) {
    dropSegment(tx, segment)
  }
}

/** Deletes the staged segments in which no block has come to lie, since all were here before, and has those rewritten that hold little else than gaps. */
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
