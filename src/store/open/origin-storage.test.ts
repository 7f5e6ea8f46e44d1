import { sessionCookies } from '../../testing/http/session-cookies.ts'
import 'fake-indexeddb/auto'

import { Key } from 'interface-datastore'
import all from 'it-all'
import { describe, expect, it, vi } from 'vitest'
import { fakeDisk } from '../../testing/store/fake-disk.ts'
import { fakeLocks, newIndexedDB } from '../../testing/store/store-fixtures.ts'
import { acquireLock } from '../database/web-lock.ts'
import { openDatastore } from '../datastore/open-datastore.ts'
import type { StorageBuckets } from '../torn-log/storage-buckets.ts'
import { openOriginStorage } from './origin-storage.ts'
import type { KeptTwice, OriginStorageEnv } from './origin-storage.ts'

const disk = fakeDisk()
const A = new Key('/a')
const value = new Uint8Array([1, 2, 3])
const NOTHING_TWICE: KeptTwice = { prefixes: [], derived: [], witness: A, note: async () => [] }

interface Browser extends OriginStorageEnv {
  indexedDB: IDBFactory
  buckets: StorageBuckets
  inBuckets: Map<string, IDBFactory>
}

function browser (): Browser {
  const inBuckets = new Map<string, IDBFactory>()

  return {
    indexedDB: newIndexedDB(),
    locks: fakeLocks(),
    inBuckets,
    caches: undefined,
    buckets: {
      keys: async () => [...inBuckets.keys()],
      open: async (name) => {
        inBuckets.set(name, inBuckets.get(name) ?? newIndexedDB())
        return { indexedDB: inBuckets.get(name)! }
      },
      delete: async (name) => {
        inBuckets.delete(name)
      }
    }
  }
}

/** A repo of an older version. */
async function oldRepo (env: Browser, rows = 3): Promise<void> {
  const store = await openDatastore('repo-data', { indexedDB: env.indexedDB })
  const batch = store.batch()
  for (let i = 0; i < rows; i++) {
    batch.put(new Key(`/row/${i}`), value)
  }
  batch.put(A, value)
  await batch.commit()
  await store.close()
}

async function names (indexedDB: IDBFactory): Promise<Array<string | undefined>> {
  return (await indexedDB.databases()).map(({ name }) => name).filter((name) =>
    name !== 'swipfs-log' && name !== 'swipfs-new-log'
  )
}

async function rowsOf (env: Browser): Promise<number> {
  const { datastore } = await openOriginStorage('repo', NOTHING_TWICE, env)
  const rows = (await all(datastore.queryKeys({ prefix: '/row/' }))).length
  await datastore.close()
  return rows
}

describe('the datastore of an origin', () => {
  it('is in a bucket of its own', async () => {
    const env = browser()
    const { datastore } = await openOriginStorage('repo', NOTHING_TWICE, env)
    await datastore.put(A, value)
    await datastore.close()
    expect([await names(env.indexedDB), await names(env.inBuckets.get('repo')!)]).toEqual([[], ['repo-data']])
    const again = await openOriginStorage('repo', NOTHING_TWICE, env)
    expect(await again.datastore.get(A)).toEqual(value)
    await again.datastore.close()
  })

  it('stays in the default bucket if the browser has no others', async () => {
    const indexedDB = newIndexedDB()
    const { datastore } = await openOriginStorage('repo', NOTHING_TWICE, {
      indexedDB,
      locks: fakeLocks(),
      isLevelDb: false
    })
    await datastore.put(A, value)
    await datastore.close()
    expect(await names(indexedDB)).toEqual(['repo-data'])
  })

  it('is moved there once, and the old one is deleted', async () => {
    const env = browser()
    await oldRepo(env, 1200)
    expect(await rowsOf(env)).toBe(1200)
    expect(await names(env.indexedDB)).toEqual([])
    expect(await rowsOf(env)).toBe(1200)
  })

  it('is complete at any moment: an interrupted move is repeated, or is done', async () => {
    // Kills each write transaction of the move once.
    for (let step = 0; step < 6; step++) {
      const env = browser()
      await oldRepo(env, 1200)
      const to = await env.buckets.open('repo')
      let left = step
      const { transaction } = IDBDatabase.prototype

      IDBDatabase.prototype.transaction = function (...args) {
        if (this.name === 'repo-data' && args[1] === 'readwrite' && left-- <= 0) {
          throw new Error('killed')
        }
        return transaction.apply(this, args)
      }

      await openOriginStorage('repo', NOTHING_TWICE, env).then(async ({ datastore }) => {
        await datastore.close()
      }, () => {})
      IDBDatabase.prototype.transaction = transaction
      const moved = await openDatastore('repo-data', { indexedDB: to.indexedDB })
      const over = await moved.has(new Key('/store/moved'))
      await moved.close()
      expect(over || (await names(env.indexedDB)).includes('repo-data'), `step ${step}`).toBe(true)
      expect(await rowsOf(env), `step ${step}`).toBe(1200)
      expect(await names(env.indexedDB)).toEqual([])
    }
  })

  it('does not mix rows of an interrupted move with newer ones in the old place', async () => {
    const env = browser()
    const to = await openDatastore('repo-data', { indexedDB: (await env.buckets.open('repo')).indexedDB })
    await to.put(new Key('/row/gone'), value)
    await to.close()
    await oldRepo(env)
    expect(await rowsOf(env)).toBe(3)
  })

  it('stays in the old place as long as there is no room to move it', async () => {
    const env = browser()
    await oldRepo(env)
    disk.room = 0
    expect(await rowsOf(env)).toBe(3)
    disk.room = Infinity
    expect(await names(env.indexedDB)).toEqual(['repo-data'])
    expect(await rowsOf(env)).toBe(3)
    expect(await names(env.indexedDB)).toEqual([])
  })

  it('is only moved when no worker of an older version has the repo open', async () => {
    const env = browser()
    await oldRepo(env)
    const release = await acquireLock(env.locks!, 'packed-block-store:repo')
    let opened = false
    const rows = rowsOf(env).finally(() => {
      opened = true
    })
    await new Promise((resolve) => {
      setTimeout(resolve, 30)
    })
    expect(opened).toBe(false)
    release()
    expect(await rows).toBe(3)
  })

  it('is used by one worker at a time, and by the next one even if an opening failed', async () => {
    const env = browser()
    const open = env.buckets.open
    env.buckets.open = async () => {
      throw new Error('broken')
    }
    await expect(openOriginStorage('repo', NOTHING_TWICE, env)).rejects.toThrow('broken')
    env.buckets.open = open
    const first = await openOriginStorage('repo', NOTHING_TWICE, env)
    let opened = false
    const second = openOriginStorage('repo', NOTHING_TWICE, env).finally(() => {
      opened = true
    })
    await new Promise((resolve) => {
      setTimeout(resolve, 30)
    })
    expect(opened).toBe(false)
    const refusal = new Error('waited long enough')
    await expect(openOriginStorage('repo', NOTHING_TWICE, { ...env, signal: AbortSignal.abort(refusal) })).rejects
      .toBe(refusal)
    await first.datastore.close()
    await (await second).datastore.close()
  })
})

it('the clean mark is set when idle, and cleared in the next run', async () => {
  const env = browser()
  const first = await openOriginStorage('repo', NOTHING_TWICE, env)
  await first.clean()
  expect(env.inBuckets.has('repo-clean')).toBe(true)
  await first.dirty()
  expect(env.inBuckets.has('repo-clean')).toBe(false)
  await first.clean()
  await first.datastore.close()
  const second = await openOriginStorage('repo', NOTHING_TWICE, env)
  expect(env.inBuckets.has('repo-clean')).toBe(false)
  await second.datastore.close()
})

it(
  'a browser that does not answer causes an error, is asked again later, and nothing counts as empty meanwhile',
  async () => {
    const env = browser()
    const first = await openOriginStorage('repo', NOTHING_TWICE, env)
    await first.datastore.put(A, value)
    await first.datastore.close()
    const never = (): never => new Promise(() => {}) as never
    const { open } = env.buckets
    const { indexedDB } = await open('repo')
    const openIn = indexedDB.open
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

    try {
      for (
        const forget of [() => {
          env.buckets.open = never
        }, () => {
          indexedDB.open = () => ({}) as IDBOpenDBRequest
        }]
      ) {
        forget()
        let ended: unknown
        openOriginStorage('repo', NOTHING_TWICE, env).catch((err: unknown) => {
          ended = err
        })
        for (let s = 0; s < 120 && ended == null; s++) {
          await vi.advanceTimersByTimeAsync(1000).then(async () => {
            await new Promise((resolve) => {
              setImmediate(resolve)
            })
          })
        }
        expect(ended).toMatchObject({ name: 'NoAnswerError' })
        env.buckets.open = open
        indexedDB.open = openIn
      }
    } finally {
      vi.useRealTimers()
    }

    const again = await openOriginStorage('repo', NOTHING_TWICE, env)
    expect(await again.datastore.get(A)).toEqual(value)
    await again.datastore.close()
  }
)

it.each([true, false])(
  'reports whether the browser was restarted, with a log that a kill can tear: %s',
  async (isLevelDb) => {
    const env = { ...browser(), ...isLevelDb ? {} : { buckets: undefined, isLevelDb: false } }
    const isSame = async (cookieStore: OriginStorageEnv['cookieStore']): Promise<boolean | undefined> => {
      const { datastore, isSameBrowser } = await openOriginStorage('repo', NOTHING_TWICE, { ...env, cookieStore })
      const same = await isSameBrowser()
      await datastore.close()
      return same
    }

    const [first, second] = [sessionCookies(), sessionCookies()]
    expect([await isSame(first), await isSame(first), await isSame(second), await isSame(second)]).toEqual([
      false,
      true,
      false,
      true
    ])
    expect(await isSame(undefined)).toBeUndefined()
    expect(
      await isSame({
        get: async () => {
          throw new Error('no cookies')
        },
        set: async () => {},
        delete: async () => {}
      })
    ).toBeUndefined()
  }
)
