import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import type { CopyFiles } from './copy-files.ts'
import type { CopiedRow } from './copy-record.ts'
import { KeptCopy } from './kept-copy.ts'

export interface RestoreOptions {
  /** a row that every datastore has which is not empty */
  witness: Key
  /** rows that tell of it, written last */
  note: (rows: Datastore) => Promise<CopiedRow[]>
}

/**
 * Puts back what the copy has, where a datastore has come up empty. Done again after a kill: the witness goes in last.
 *
 * @returns whether there was anything to put back
 */
export async function restoreCopy (rows: Datastore, files: CopyFiles, { witness, note }: RestoreOptions): Promise<boolean> {
  if (await rows.has(witness)) {
    return false
  }

  let identity: CopiedRow | undefined
  let found = false

  for await (const { rows: file } of KeptCopy.files(files)) {
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
