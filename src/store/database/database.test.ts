import 'fake-indexeddb/auto'

import { forceCloseDatabase } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { newIndexedDB } from '../../testing/store/store-fixtures.ts'
import type { DatabaseLostError } from './database-lost-error.ts'
import { Database, requestResult } from './database.ts'
import { openDatabase } from './open-database.ts'

const STORE = 'rows'

async function openTestDatabase (
  indexedDB = newIndexedDB(),
  version = 1
): Promise<{ indexedDB: IDBFactory; connection: IDBDatabase; database: Database; lost: string[] }> {
  const connection = await openDatabase(indexedDB, 'test', version, async (db) => {
    if (!db.objectStoreNames.contains(STORE)) {
      db.createObjectStore(STORE)
    }
  })
  const lost: string[] = []
  return {
    indexedDB,
    connection,
    lost,
    database: new Database(connection, undefined, ({ loss }) => {
      lost.push(loss)
    })
  }
}

async function put (database: Database): Promise<void> {
  await database.write('put', [STORE], 'relaxed', async (tx) => {
    await requestResult(tx.objectStore(STORE).put(1, 'key'))
  })
}

function gone (loss: string): Partial<DatabaseLostError> {
  return { name: 'DatabaseLostError', loss: loss as DatabaseLostError['loss'] }
}

async function deleted (indexedDB: IDBFactory): Promise<void> {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('test').onsuccess = resolve
  })
}

it('reports a deleted database once, and does not block the deletion', async () => {
  const { indexedDB, database, lost } = await openTestDatabase()
  await put(database)
  await deleted(indexedDB)
  expect(lost).toEqual(['deleted'])
  await expect(put(database)).rejects.toMatchObject(gone('deleted'))
  expect(() => database.read([STORE])).toThrow('was deleted')
  expect(lost).toEqual(['deleted'])
})

it('closes the database for an upgrade of its schema', async () => {
  const { indexedDB, lost } = await openTestDatabase()
  const newer = await openTestDatabase(indexedDB, 2)
  expect(lost).toEqual(['replaced'])
  await put(newer.database)
})

it(
  'reports a connection that the browser closes, and aborts running transactions if the browser does not',
  async () => {
    const { connection, database, lost } = await openTestDatabase()
    const waiting = database.write('wait', [STORE], 'relaxed', async (tx) => {
      while (true) {
        await requestResult(tx.objectStore(STORE).put(1, 'key'))
      }
    })
    connection.onclose?.(new Event('close'))
    await expect(waiting).rejects.toMatchObject(gone('closed'))
    expect(lost).toEqual(['closed'])
    await expect(put(database)).rejects.toMatchObject(gone('closed'))
  }
)

it('reports a read that the browser aborts as a lost connection', async () => {
  const { database } = await openTestDatabase()
  const tx = database.read([STORE])
  const read = requestResult(tx.objectStore(STORE).get('key'))
  tx.abort()
  await expect(read).rejects.toMatchObject(gone('closed'))
})

it('reports a connection that is closed by force', async () => {
  const { connection, lost } = await openTestDatabase()
  forceCloseDatabase(connection as unknown as Parameters<typeof forceCloseDatabase>[0])
  expect(lost).toEqual(['closed'])
})

it('treats a connection that begins no more transactions as lost before the event arrives', async () => {
  const { connection, database, lost } = await openTestDatabase()
  connection.close()
  await expect(put(database)).rejects.toMatchObject(gone('closed'))
  expect(lost).toEqual(['closed'])
})

it('treats a transaction that only allows deletes as a full disk, as in Firefox', async () => {
  const { database, lost } = await openTestDatabase()
  const write = database.write('put', [STORE], 'relaxed', async () => {
    throw new DOMException(
      'A mutation operation was attempted on a database that did not allow mutations.',
      'InvalidStateError'
    )
  })
  await expect(write).rejects.toMatchObject({ name: 'QuotaExceededError' })
  await put(database)
  expect(lost).toEqual([])
})

it('does not report a connection that we close', async () => {
  const { indexedDB, database, lost } = await openTestDatabase()
  database.close()
  await expect(put(database)).rejects.toMatchObject({ name: 'InvalidStateError' })
  await deleted(indexedDB)
  expect(lost).toEqual([])
})
