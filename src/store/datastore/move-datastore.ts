import { Key } from 'interface-datastore'
import { NoAnswerError, withAnswerTimeout } from '../../async/promises/answer-timeout.ts'
import { ifFound } from '../../async/promises/if-found.ts'
import { isError } from '../../errors/define-error.ts'
import type { OnLost } from '../database/database-lost-error.ts'
import { requestResult } from '../database/database.ts'
import { QuotaExceededError } from '../quota/quota-exceeded-error.ts'
import type { ClosableDatastore } from './open-datastore.ts'
import { openDatastore } from './open-datastore.ts'

/**
 * The key of the progress of the move: `moved` when all rows are here, `done` when the old datastore is deleted too.
 */
const MOVED_KEY = new Key('/store/moved')

/** The number of rows that are moved in one batch. */
const MOVE_BATCH = 512

/**
 * Opens the datastore of a repo in its bucket. Rows that an older version stored in the default bucket are moved there
 * once. The move is crash-safe: the old datastore counts until a row of the new one says that all rows are there.
 *
 * @param name - of the database, in the old place and in the new one
 * @param exclusively - runs a job while no worker of an older version has the repo open
 * @throws QuotaExceededError if there is no room to move; nothing has changed then
 */
export async function openMovedDatastore (name: string, { from, to, exclusively, onLost, readFirst = [] }: {
  from: IDBFactory
  to: IDBFactory
  exclusively: <T>(job: () => Promise<T>) => Promise<T>
  /** Called if the connection is lost. */
  onLost?: OnLost
  /** Rows to prefetch, because they are going to be read at once. */
  readFirst?: readonly Key[]
}): Promise<ClosableDatastore> {
  const store = await openDatastore(name, { indexedDB: to, onLost, readFirst: [MOVED_KEY, ...readFirst] })

  try {
    const state = await readState(store)

    if (state !== 'done') {
      await exclusively(async () => {
        if (state == null && await databaseExists(from, name)) {
          await copyRows(name, from, store)
        }

        await dropOld(name, from, store).catch(ignoreCleanupError)
      })
    }

    return store
  } catch (err) {
    await store.close()
    throw err
  }
}

/** Deletes the old datastore, which is not read any more. */
async function dropOld (name: string, from: IDBFactory, store: ClosableDatastore): Promise<void> {
  await withAnswerTimeout(() => requestResult(from.deleteDatabase(name)))
  await store.put(MOVED_KEY, new TextEncoder().encode('done'))
}

/** Ignores errors of the cleanup that the next opening can repeat. */
function ignoreCleanupError (err: Error): void {
  if (!isError(err, QuotaExceededError) && !isError(err, NoAnswerError)) {
    throw err
  }
}

async function readState (store: ClosableDatastore): Promise<string | undefined> {
  const row = await ifFound(() => store.get(MOVED_KEY))
  return row == null ? undefined : new TextDecoder().decode(row)
}

async function databaseExists (indexedDB: IDBFactory, name: string): Promise<boolean> {
  return (await withAnswerTimeout(() => indexedDB.databases())).some((database) => database.name === name)
}

async function copyRows (name: string, from: IDBFactory, to: ClosableDatastore): Promise<void> {
  await deleteAll(to) // rows of an interrupted move may be out of date
  const old = await openDatastore(name, { indexedDB: from })

  try {
    let batch = to.batch()
    let rows = 0

    for await (const { key, value } of old.query({})) {
      batch.put(key, value)

      if (++rows % MOVE_BATCH === 0) {
        await batch.commit()
        batch = to.batch()
      }
    }

    batch.put(MOVED_KEY, new TextEncoder().encode('moved'))
    await batch.commit()
  } finally {
    await old.close()
  }
}

async function deleteAll (store: ClosableDatastore): Promise<void> {
  const batch = store.batch()

  for await (const key of store.queryKeys({})) {
    batch.delete(key)
  }

  await batch.commit()
}
