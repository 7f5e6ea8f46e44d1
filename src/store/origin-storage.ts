import type { Key } from 'interface-datastore'
import { answered } from '../async/answered.ts'
import { answeringCaches } from './answering-caches.ts'
import type { AnsweringCaches } from './answering-caches.ts'
import { acquireLock } from './database/web-lock.ts'
import type { Locks } from './database/web-lock.ts'
import { cacheFiles } from './copies/cache-files.ts'
import { CopiedDatastore } from './copies/copied-datastore.ts'
import { LAST_CHANGE } from './copies/last-change.ts'
import { redoChanges } from './copies/redo-changes.ts'
import type { RedoOptions } from './copies/redo-changes.ts'
import { restoreCopy } from './copies/restore-copy.ts'
import type { RestoreOptions } from './copies/restore-copy.ts'
import type { OnLost } from './database/database-lost-error.ts'
import type { ClosableDatastore } from './datastore/open-datastore.ts'
import { openDatastore } from './datastore/open-datastore.ts'
import { openMovedDatastore } from './datastore/move-datastore.ts'
import { Quota } from './quota/quota.ts'
import { browserMark } from './torn-log/browser-mark.ts'
import type { SessionCookies } from './torn-log/browser-mark.ts'
import { bucketMark } from './torn-log/bucket-mark.ts'
import { LogGuard } from './torn-log/log-guard.ts'
import type { Mark } from './torn-log/mark.ts'
import type { StorageBucket, StorageBuckets } from './torn-log/storage-buckets.ts'

/** LevelDB writes its memory, at most twice as much, into a table when it begins a new log. */
const ROTATE_BYTES = 8 * 1024 * 1024

/** What of the browser is used; defaults are the globals. */
export interface OriginStorageEnv {
  indexedDB?: IDBFactory
  locks?: Locks
  /** Chromium from version 122 on */
  buckets?: StorageBuckets
  /** Whether IndexedDB is LevelDB, whose log a kill can tear. Firefox and WebKit keep it in SQLite. */
  isLevelDb?: boolean
  quota?: Quota
  /** where the copies lie; without it there are none */
  caches?: AnsweringCaches
  /** where the session of the browser is noted */
  cookieStore?: SessionCookies
  /** told when the datastore's connection is gone */
  onLost?: OnLost
  /** rows of the datastore that are going to be read at once */
  readFirst?: readonly Key[]
  /** gives up what is kept for a full disk. @returns whether there was something */
  makeRoom?: () => Promise<boolean>
  /** whether the disk has some MiB left; the browser's estimate does not know when other programs fill it */
  isRoomProven?: () => Promise<boolean>
}

/** What is kept a second time, outside of IndexedDB, and put back where the datastore comes up empty. */
export interface KeptTwice extends RestoreOptions, RedoOptions {
  /** of the keys */
  prefixes: readonly string[]
}

/** Where a repo of this origin lies. One worker at a time has it. */
export interface OriginStorage {
  /** its `close` closes all and lets the next worker in */
  readonly datastore: ClosableDatastore
  /** Nothing is being written, until `dirty` has resolved: see `LogGuard.clean`. */
  clean: () => Promise<void>
  dirty: () => Promise<void>
  /** Whether the browser has been running since the repo was opened the time before; undefined where that cannot be told. */
  isSameBrowser: () => Promise<boolean | undefined>
  /** where the datastore lies; referenced here, since a bucket that is collected as garbage lets all requests to its databases wait for ever */
  readonly bucket: StorageBucket | undefined
}

/**
 * Opens the place of a repo: waits for the worker before, sees to a log that it may have left torn, and opens the datastore. That lies
 * in a bucket of its own where there are such, so that a log torn by blocks does not take it along; blocks stay in the default one.
 *
 * @param name - of the repo: `NAME-data` is its datastore
 * @param keptTwice - rows that are copied, too
 */
export async function openOriginStorage (name: string, keptTwice: KeptTwice, env: OriginStorageEnv = {}): Promise<OriginStorage> {
  const { indexedDB = globalThis.indexedDB, locks = globalThis.navigator?.locks, quota = new Quota(), buckets = browserBuckets(), caches = globalThis.caches, cookieStore = browserCookies(), onLost, readFirst = [], makeRoom, isRoomProven, isLevelDb = buckets != null || isChromium() } = env
  const release = locks == null ? () => {} : await acquireLock(locks, `origin-storage:${name}`)
  let guard: LogGuard | undefined

  try {
    // each is a way to the browser's process, and none waits for another
    const mark = buckets == null ? undefined : askedNow(bucketMark(buckets, `${name}-clean`))
    const browser = cookieStore == null ? undefined : askedNow(browserMark(cookieStore, `__Host-${name}-browser`))
    const isSameBrowser = browser?.isSet().catch(() => undefined) ?? Promise.resolve(undefined)
    const bucket = buckets == null ? undefined : await answered(() => buckets.open(name, { durability: 'strict' })).catch(async (err: unknown) => await checkIsInOldPlace(name, indexedDB, err))

    if (isLevelDb) {
      guard = await LogGuard.open({
        logs: bucket == null ? [indexedDB] : [indexedDB, bucket.indexedDB],
        mark,
        browser,
        hasRoom: async () => await hasRotateRoom(quota) ? await isRoomProven?.() !== false : await makeRoom?.() === true && await hasRotateRoom(quota)
      })
    }

    // the guard sets the mark where there is one
    if (guard == null) {
      void isSameBrowser.then(async (isSame) => { if (isSame === false) await browser?.set() }).catch(() => {}) // cookies are blocked
    }

    const first = [keptTwice.witness, LAST_CHANGE, ...readFirst]
    const open = async (): Promise<ClosableDatastore> => bucket == null ? await openDatastore(`${name}-data`, { indexedDB, onLost, readFirst: first }) : await openInBucket(name, { indexedDB, bucket, locks, onLost, readFirst: first })
    // a browser that finds a database unreadable makes it anew: the second try opens that
    const rows = await open().catch(async (err: unknown) => (err as Error).name === 'UnknownError' ? await open() : await Promise.reject(err))
    const files = caches == null ? undefined : cacheFiles(answeringCaches(caches), `${name}-copies`)

    try {
      if (files != null) {
        if (!await restoreCopy(rows, files, keptTwice) && guard?.wasClean !== true) {
          await redoChanges(rows, files, keptTwice)
        }
      }

      return openStorage(files == null ? rows : new CopiedDatastore(rows, files, keptTwice.prefixes), { guard, bucket, release, isSameBrowser })
    } catch (err) {
      await rows.close()
      throw err
    }
  } catch (err) {
    await guard?.close()
    release()
    throw err
  }
}

/** A mark that has been asked already whether it is set. */
function askedNow (mark: Mark): Mark {
  const isSet = mark.isSet()
  isSet.catch(() => {}) // the guard takes it for not set
  return { ...mark, isSet: async () => await isSet }
}

async function hasRotateRoom (quota: Quota): Promise<boolean> {
  return ((await quota.estimate())?.free ?? Infinity) >= ROTATE_BYTES
}

interface OpenParts {
  guard: LogGuard | undefined
  bucket: StorageBucket | undefined
  release: () => void
  isSameBrowser: Promise<boolean | undefined>
}

function openStorage (datastore: ClosableDatastore | CopiedDatastore, { guard, bucket, release, isSameBrowser }: OpenParts): OriginStorage {
  const close = datastore.close.bind(datastore)

  return {
    datastore: Object.assign(datastore, {
      close: async () => {
        try {
          await close()
          await guard?.close()
        } finally {
          release()
        }
      }
    }),
    clean: async () => {
      if ('rest' in datastore) {
        await datastore.rest()
      }

      await guard?.clean()
    },
    dirty: async () => { await guard?.dirty() },
    isSameBrowser: async () => await isSameBrowser,
    bucket
  }
}

/** Rows are moved only while no worker of an older version has the repo open: those know the locks of its blockstores alone. */
async function openInBucket (name: string, { indexedDB, bucket, locks, onLost, readFirst }: { indexedDB: IDBFactory, bucket: StorageBucket, locks: Locks | undefined, onLost: OnLost | undefined, readFirst: readonly Key[] }): Promise<ClosableDatastore> {
  const exclusively = async <T>(job: () => Promise<T>): Promise<T> => {
    const held = locks == null ? [] : [await acquireLock(locks, `packed-block-store:${name}`), await acquireLock(locks, `idb-block-store:${name}`)]
    return await job().finally(() => { held.forEach((release) => { release() }) })
  }

  try {
    return await openMovedDatastore(`${name}-data`, { from: indexedDB, to: bucket.indexedDB, exclusively, onLost, readFirst })
  } catch (err) {
    // no room to move: it stays where it is, and the next opening tries again
    await checkIsInOldPlace(name, indexedDB, err)
    return await openDatastore(`${name}-data`, { indexedDB, onLost, readFirst })
  }
}

/** @throws the error that kept it from being opened where it belongs, unless all of it lies in the old place */
async function checkIsInOldPlace (name: string, indexedDB: IDBFactory, err: unknown): Promise<undefined> {
  if ((err as Error).name !== 'QuotaExceededError' || !(await answered(() => indexedDB.databases())).some((database) => database.name === `${name}-data`)) {
    throw err
  }

  return undefined
}

function browserBuckets (): StorageBuckets | undefined {
  return (globalThis.navigator as { storageBuckets?: StorageBuckets } | undefined)?.storageBuckets
}

function browserCookies (): SessionCookies | undefined {
  return (globalThis as { cookieStore?: SessionCookies }).cookieStore
}

function isChromium (): boolean {
  return / Chrom(e|ium)\//.test(globalThis.navigator?.userAgent ?? '')
}
