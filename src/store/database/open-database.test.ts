import 'fake-indexeddb/auto'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newIndexedDB } from '../../testing/store/store-fixtures.ts'
import { requestResult } from './database.ts'
import { openDatabase } from './open-database.ts'

const MINUTE_MS = 60_000
const STORE = 'rows'

// The database itself uses other timers.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** An IndexedDB that drops the first requests, until `remember`. */
function forgetful (
  questions: number
): { indexedDB: IDBFactory; asked: () => number; remember: () => Promise<IDBDatabase[]> } {
  const indexedDB = newIndexedDB()
  const { open } = indexedDB
  const forgotten: IDBOpenDBRequest[] = []
  let asked = 0

  indexedDB.open = (name, version) => {
    if (asked++ >= questions) {
      return open.call(indexedDB, name, version)
    }

    const request = { open: () => open.call(indexedDB, name, version) } as unknown as IDBOpenDBRequest
    forgotten.push(request)
    return request
  }

  const remember = async (): Promise<IDBDatabase[]> =>
    await Promise.all(
      forgotten.splice(0).map(async (request) =>
        await new Promise<IDBDatabase>((resolve, reject) => {
          const real = (request as unknown as { open: () => IDBOpenDBRequest }).open()
          const answer = (event: 'onsuccess' | 'onerror' | 'onupgradeneeded'): void => {
            real[event] = (what: Event) => {
              Object.defineProperties(request, {
                result: { value: event === 'onerror' ? undefined : real.result, configurable: true },
                transaction: { value: real.transaction, configurable: true },
                error: { value: real.error, configurable: true }
              })
              request[event]?.(what as IDBVersionChangeEvent)
              if (event === 'onsuccess') {
                resolve(real.result)
              }
              if (event === 'onerror') {
                reject(real.error!)
              }
            }
          }
          answer('onsuccess')
          answer('onerror')
          answer('onupgradeneeded')
        })
      )
    )

  return { indexedDB, remember, asked: () => asked }
}

async function openTestDatabase (indexedDB: IDBFactory, version = 1): Promise<IDBDatabase> {
  return await openDatabase(indexedDB, 'test', version, async (db) => {
    if (!db.objectStoreNames.contains(STORE)) {
      db.createObjectStore(STORE)
    }
  })
}

function isClosed (db: IDBDatabase): boolean {
  try {
    db.transaction([STORE]).abort()
    return false
  } catch {
    return true
  }
}

it('repeats a request that the browser has dropped, and closes duplicate connections', async () => {
  const { indexedDB, asked, remember } = forgetful(1)
  const opening = openTestDatabase(indexedDB)
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 12)
  const db = await opening
  expect([asked(), isClosed(db)]).toEqual([2, false])
  const [late] = await remember()
  expect([isClosed(late), isClosed(db)]).toEqual([true, false])
  db.close()
})

it('times out if there is never an answer, and the next opening starts again', async () => {
  const { indexedDB, remember } = forgetful(Infinity)
  const opening = expect(openTestDatabase(indexedDB)).rejects.toMatchObject({ name: 'NoAnswerError' })
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  await opening
  // A late answer creates no database.
  await expect(remember()).rejects.toMatchObject({ name: 'AbortError' })
  expect(await indexedDB.databases()).toEqual([])
})

it('waits some seconds for the owner of the database', async () => {
  const indexedDB = newIndexedDB()
  const holds = await requestResult(indexedDB.open('test', 1))
  const opening = openTestDatabase(indexedDB, 2)
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 2)
  holds.close()
  const db = await opening
  expect(db.version).toBe(2)
  db.close()
})

it('lets an upgrade finish after the timeout', async () => {
  const indexedDB = newIndexedDB()
  let isUpgraded = false
  const opening = expect(openDatabase(indexedDB, 'test', 1, async (db) => {
    const store = db.createObjectStore(STORE)
    // The upgrade continues as long as there is a pending request.
    for (let i = 0; !isUpgraded; i++) {
      await requestResult(store.put(i, i))
    }
  })).rejects.toMatchObject({ name: 'NoAnswerError' })
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  for (let s = 0; s < MINUTE_MS; s += 1000) {
    await vi.advanceTimersByTimeAsync(1000)
  }
  await opening
  isUpgraded = true
  const db = await openTestDatabase(indexedDB)
  expect([...db.objectStoreNames]).toEqual([STORE])
  db.close()
})
