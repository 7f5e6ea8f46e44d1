import { Key } from 'interface-datastore'
import { answered } from '../../async/answered.ts'
import { ifFound } from '../../async/if-found.ts'
import type { OnLost } from '../database/database-lost-error.ts'
import { result } from '../database/database.ts'
import type { ClosableDatastore } from './open-datastore.ts'
import { openDatastore } from './open-datastore.ts'

/** How far the rows have moved into this datastore: `moved` when all are here, `done` when the old one is gone too. */
const MOVED_KEY = new Key('/store/moved')

/** Rows that are moved in one step. */
const MOVE_BATCH = 512

/**
 * Opens the datastore of a repo where it belongs; rows that an older version kept elsewhere are moved there once. A kill at any
 * moment leaves one truth: the old datastore, until a row of the new one says that all are here.
 *
 * @param name - of the database, in the old place and in the new one
 * @param exclusively - runs a job while no worker of an older version has the repo open
 * @throws QuotaExceededError when there is no room to move; nothing has changed then
 */
export async function openMovedDatastore (name: string, { from, to, exclusively, onLost, readFirst = [] }: {
  from: IDBFactory
  to: IDBFactory
  exclusively: <T>(job: () => Promise<T>) => Promise<T>
  /** told when the connection is gone */
  onLost?: OnLost
  /** rows that are going to be read at once */
  readFirst?: readonly Key[]
}): Promise<ClosableDatastore> {
  const store = await openDatastore(name, { indexedDB: to, onLost, readFirst: [MOVED_KEY, ...readFirst] })

  try {
    const state = await readState(store)

    if (state !== 'done') {
      await exclusively(async () => {
        if (state == null && await exists(from, name)) {
          await copyRows(name, from, store)
        }

        await dropOld(name, from, store).catch(later)
      })
    }

    return store
  } catch (err) {
    await store.close()
    throw err
  }
}

/** Nobody reads the old rows any more. */
async function dropOld (name: string, from: IDBFactory, store: ClosableDatastore): Promise<void> {
  await answered(() => result(from.deleteDatabase(name)))
  await store.put(MOVED_KEY, new TextEncoder().encode('done'))
}

/** What is only put in order, and stands as it is, can wait for the next opening. */
function later (err: Error): void {
  if (err.name !== 'QuotaExceededError' && err.name !== 'NoAnswerError') {
    throw err
  }
}

async function readState (store: ClosableDatastore): Promise<string | undefined> {
  const row = await ifFound(() => store.get(MOVED_KEY))
  return row == null ? undefined : new TextDecoder().decode(row)
}

async function exists (indexedDB: IDBFactory, name: string): Promise<boolean> {
  return (await answered(() => indexedDB.databases())).some((database) => database.name === name)
}

async function copyRows (name: string, from: IDBFactory, to: ClosableDatastore): Promise<void> {
  await deleteAll(to) // what a killed move left may have changed since
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
