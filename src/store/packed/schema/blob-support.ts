import type { Database } from '../../database/database.ts'
import { requestResult } from '../../database/database.ts'
import { META } from './schema.ts'

const KEY = 'blobs'
const TEXT = 'kept'

/**
 * Returns whether this database accepts Blobs. Private windows of WebKit keep databases in memory and refuse them
 * (`UnknownError`). No browser can be asked, so one is written and read. A success is recorded; a failure is tested
 * again at the next opening.
 */
export async function hasBlobSupport (database: Database): Promise<boolean> {
  if (await readTestBlob(database) === true) {
    return true
  }

  try {
    await writeTestBlob(database, new Blob([TEXT]))
    const kept = await (await readTestBlob(database) as Blob).text() === TEXT

    if (kept) {
      await writeTestBlob(database, true)
    }

    return kept
  } catch {
    // A full disk may be the reason; then, too, records are more likely to be accepted.
    return false
  }
}

async function readTestBlob (database: Database): Promise<unknown> {
  return await requestResult<unknown>(database.read([META]).objectStore(META).get(KEY))
}

async function writeTestBlob (database: Database, value: unknown): Promise<void> {
  await database.write('probe', [META], 'relaxed', async (tx) => {
    await requestResult(tx.objectStore(META).put(value, KEY))
  })
}
