import type { Database } from '../../database/database.ts'
import { result } from '../../database/database.ts'
import { META } from './schema.ts'

const KEY = 'blobs'
const TEXT = 'kept'

/**
 * Whether this database keeps Blobs. WebKit's private windows keep their databases in memory and refuse them
 * (`UnknownError`), and no browser can be asked, so one is written and read. Recorded when it worked; when it did not it
 * is tried again at the next opening.
 */
export async function hasBlobSupport (database: Database): Promise<boolean> {
  if (await read(database) === true) {
    return true
  }

  try {
    await write(database, new Blob([TEXT]))
    const kept = await (await read(database) as Blob).text() === TEXT

    if (kept) {
      await write(database, true)
    }

    return kept
  } catch {
    // a full disk is among the reasons: then too records are the place that still may take something
    return false
  }
}

async function read (database: Database): Promise<unknown> {
  return await result<unknown>(database.read([META]).objectStore(META).get(KEY))
}

async function write (database: Database, value: unknown): Promise<void> {
  await database.write('probe', [META], 'relaxed', async (tx) => { await result(tx.objectStore(META).put(value, KEY)) })
}
