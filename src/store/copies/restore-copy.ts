import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import type { CopiedRow } from './copy-record.ts'
import type { CopyFiles } from './datastore-copy.ts'
import { DatastoreCopy } from './datastore-copy.ts'

export interface RestoreOptions {
  /** A row that every non-empty datastore has. */
  witness: Key
  /** Returns rows that record the restore; written last. */
  note: (rows: Datastore) => Promise<CopiedRow[]>
}

/**
 * Restores the rows of the copy if the datastore is empty. A crash in between restarts it: the witness row is written
 * last.
 *
 * @returns whether there was anything to restore
 */
export async function restoreCopy (
  rows: Datastore,
  files: CopyFiles,
  { witness, note }: RestoreOptions
): Promise<boolean> {
  if (await rows.has(witness)) {
    return false
  }

  let identity: CopiedRow | undefined
  let found = false

  for await (const { rows: file } of DatastoreCopy.files(files)) {
    const batch = rows.batch()

    for (const row of file) {
      found = true

      if (row.key === witness.toString()) {
        identity = row
      } else if (row.value == null) {
        batch.delete(new Key(row.key, false))
      } else {
        batch.put(new Key(row.key, false), row.value)
      }
    }

    await batch.commit()
  }

  if (found) {
    const batch = rows.batch()

    for (const { key, value } of [...await note(rows), ...identity == null ? [] : [identity]]) {
      if (value != null) {
        batch.put(new Key(key, false), value)
      }
    }

    await batch.commit()
  }

  return found
}
