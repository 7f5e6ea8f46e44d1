import { Key } from 'interface-datastore'
import type { Batch, Datastore } from 'interface-datastore'
import type { CopyFiles } from './datastore-copy.ts'
import { DatastoreCopy } from './datastore-copy.ts'
import { encodeChange, LAST_CHANGE, readLastChange } from './last-change.ts'

export interface RedoOptions {
  /** Prefixes of rows that are derived from copied rows, and may be dropped. */
  derived: readonly string[]
}

/**
 * Replays changes that the copy has and the datastore lost, after a crash that cut off the end of a log. Changes that
 * were unfinished at the crash may be applied or not. If a new base was written since, a deleted row may reappear.
 */
export async function replayChanges (rows: Datastore, files: CopyFiles, { derived }: RedoOptions): Promise<void> {
  const before = await readLastChange(rows)
  let last = before

  for await (const { number, rows: changed } of DatastoreCopy.files(files, before)) {
    const batch = rows.batch()

    if (last === before) {
      await dropAll(rows, batch, derived)
    }

    for (const { key, value } of changed) {
      if (value == null) {
        batch.delete(new Key(key, false))
      } else {
        batch.put(new Key(key, false), value)
      }
    }

    await batch.commit()
    last = number
  }

  if (last > before) {
    await rows.put(LAST_CHANGE, encodeChange(last))
  }
}

async function dropAll (rows: Datastore, batch: Batch, prefixes: readonly string[]): Promise<void> {
  for (const prefix of prefixes) {
    for await (const key of rows.queryKeys({ prefix })) {
      batch.delete(key)
    }
  }
}
