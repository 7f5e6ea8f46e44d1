import type { Key } from 'interface-datastore'
import { withAnswerTimeout } from '../../async/promises/answer-timeout.ts'
import { isError, UNKNOWN } from '../../errors/define-error.ts'
import { cachesWithTimeout } from '../cache/caches-with-timeout.ts'
import type { CacheStorageLike } from '../cache/caches-with-timeout.ts'
import { cacheFiles } from '../copies/cache-files.ts'
import { CopiedDatastore } from '../copies/copied-datastore.ts'
import { LAST_CHANGE } from '../copies/last-change.ts'
import { replayChanges } from '../copies/replay-changes.ts'
import type { RedoOptions } from '../copies/replay-changes.ts'
import { restoreCopy } from '../copies/restore-copy.ts'
import type { RestoreOptions } from '../copies/restore-copy.ts'
import type { OnLost } from '../database/database-lost-error.ts'
import { acquireLock } from '../database/web-lock.ts'
import type { Locks } from '../database/web-lock.ts'
import { openMovedDatastore } from '../datastore/move-datastore.ts'
import type { ClosableDatastore } from '../datastore/open-datastore.ts'
import { openDatastore } from '../datastore/open-datastore.ts'
import { QuotaExceededError } from '../quota/quota-exceeded-error.ts'
import { Quota } from '../quota/quota.ts'
import { browserMark } from '../torn-log/browser-mark.ts'
import type { SessionCookies } from '../torn-log/browser-mark.ts'
import { bucketMark } from '../torn-log/bucket-mark.ts'
import { LogGuard } from '../torn-log/log-guard.ts'
import type { Mark } from '../torn-log/log-guard.ts'
import type { StorageBucket, StorageBuckets } from '../torn-log/storage-buckets.ts'

/**
 * The room for a log rotation: LevelDB writes its memtables, at most twice their size, into a table when it begins a
 * new log.
 */
const ROTATE_BYTES = 8 * 1024 * 1024

/** The browser APIs that are used; defaults are the globals. */
export interface OriginStorageEnv {
  indexedDB?: IDBFactory
  locks?: Locks
  /** Chromium 122 and later. */
  buckets?: StorageBuckets
  /** Whether IndexedDB is stored in LevelDB, with a log that a kill can tear. Firefox and WebKit use SQLite. */
  isLevelDb?: boolean
  quota?: Quota
  /** Stores the second copies; without it there are none. */
  caches?: CacheStorageLike
  /** Stores the browser mark. */
  cookieStore?: SessionCookies
  /** Called if the datastore's connection is lost. */
  onLost?: OnLost
  /** Rows of the datastore to prefetch, because they are going to be read at once. */
  readFirst?: readonly Key[]
  /** Releases the ballast. Returns whether there was any. */
  makeRoom?: () => Promise<boolean>
  /**
   * Returns whether some MiB can really be written: the browser's estimate does not notice when other programs fill the
   * disk.
   */
  isRoomProven?: () => Promise<boolean>
  /** Ends the wait for another worker that has the storage open. */
  signal?: AbortSignal
}

/** The rows with a second copy outside of IndexedDB, which is restored if the datastore is empty. */
export interface KeptTwice extends RestoreOptions, RedoOptions {
  /** Key prefixes of these rows. */
  prefixes: readonly string[]
}

/** The storage of a repo of this origin. Only one worker at a time has it open. */
export interface OriginStorage {
  /** Closing it closes everything, and lets the next worker open the storage. */
  readonly datastore: ClosableDatastore
  /** Sets the clean mark. Nothing may be written until `dirty` has resolved: see `LogGuard.clean`. */
  clean: () => Promise<void>
  dirty: () => Promise<void>
  /** Returns whether the browser has been running since the repo was last opened; undefined if that is unknown. */
  isSameBrowser: () => Promise<boolean | undefined>
  /**
   * The bucket with the datastore. Referenced here, because requests to the databases of a garbage-collected bucket
   * never finish.
   */
  readonly bucket: StorageBucket | undefined
}

/**
 * Opens the storage of a repo: waits for the previous worker, repairs a log that it may have left torn, and opens the
 * datastore. If the browser has Storage Buckets, the datastore is in a bucket of its own, so that a log torn by writes
 * of blocks does not affect it. Blocks stay in the default bucket.
 *
 * @param name - of the repo: `NAME-data` is its datastore
 * @param keptTwice - rows with a second copy
 */
export async function openOriginStorage (
  name: string,
  keptTwice: KeptTwice,
  env: OriginStorageEnv = {}
): Promise<OriginStorage> {
  const origin = originOf(env)
  const { locks, buckets, cookieStore, indexedDB } = origin
  const release = locks == null ? () => {} : await acquireLock(locks, `origin-storage:${name}`, env.signal)
  let guard: LogGuard | undefined

  try {
    // Concurrently, because each is a round trip to the browser process.
    const mark = buckets == null ? undefined : askedNow(bucketMark(buckets, `${name}-clean`))
    const browser = cookieStore == null ? undefined : askedNow(browserMark(cookieStore, `__Host-${name}-browser`))
    const isSameBrowser = browser?.isSet().catch(() => undefined) ?? Promise.resolve(undefined)
    const bucket = buckets == null
      ? undefined
      : await withAnswerTimeout(() => buckets.open(name, { durability: 'strict' })).catch(async (err: unknown) =>
        await checkIsInOldPlace(name, indexedDB, err)
      )

    if (origin.isLevelDb) {
      const logs = bucket == null ? [indexedDB] : [indexedDB, bucket.indexedDB]
      guard = await LogGuard.open({ logs, mark, browser, hasRoom: async () => await hasRoomToRotate(origin) })
    } else {
      // With a guard, the guard sets the mark.
      void isSameBrowser.then(async (isSame) => {
        if (isSame === false) {
          await browser?.set()
        }
      }).catch(() => {}) // cookies are blocked
    }

    const rows = await openRows(name, bucket, keptTwice, origin)

    try {
      const copied = await openCopy(name, rows, keptTwice, origin, guard?.wasClean === true)
      return openStorage(copied, { guard, bucket, release, isSameBrowser })
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

type Origin = OriginStorageEnv & Required<Pick<OriginStorageEnv, 'indexedDB' | 'quota' | 'readFirst' | 'isLevelDb'>>

/** Fills in the interfaces of this browser for those that are not given. */
function originOf ({ buckets = browserBuckets(), ...env }: OriginStorageEnv): Origin {
  const {
    indexedDB = globalThis.indexedDB,
    locks = globalThis.navigator?.locks,
    quota = new Quota(),
    caches = globalThis.caches,
    cookieStore = browserCookies(),
    readFirst = [],
    isLevelDb = buckets != null || isChromium()
  } = env
  return { ...env, buckets, indexedDB, locks, quota, caches, cookieStore, readFirst, isLevelDb }
}

/** Returns whether there is room to rotate a log. Releases the ballast if there is none. */
async function hasRoomToRotate ({ quota, isRoomProven, makeRoom }: Origin): Promise<boolean> {
  return await hasRotateRoom(quota)
    ? await isRoomProven?.() !== false
    : await makeRoom?.() === true && await hasRotateRoom(quota)
}

/** Opens the datastore, in its bucket if there is one. */
async function openRows (
  name: string,
  bucket: StorageBucket | undefined,
  { witness }: KeptTwice,
  { indexedDB, locks, onLost, readFirst }: Origin
): Promise<ClosableDatastore> {
  const first = [witness, LAST_CHANGE, ...readFirst]
  const open = async (): Promise<ClosableDatastore> =>
    bucket == null
      ? await openDatastore(`${name}-data`, { indexedDB, onLost, readFirst: first })
      : await openInBucket(name, { indexedDB, bucket, locks, onLost, readFirst: first })
  // A browser that finds a database unreadable recreates it. The second try opens the new one.
  return await open().catch(async (err: unknown) => isError(err, UNKNOWN) ? await open() : await Promise.reject(err))
}

/**
 * Adds the second copy to a datastore: restores an empty datastore from it, and replays the changes that the datastore
 * has lost.
 *
 * @param wasClean - nothing was being written when the last run ended, so that no change is lost
 */
async function openCopy (
  name: string,
  rows: ClosableDatastore,
  keptTwice: KeptTwice,
  { caches }: Origin,
  wasClean: boolean
): Promise<ClosableDatastore> {
  if (caches == null) {
    return rows
  }

  const files = cacheFiles(cachesWithTimeout(caches), `${name}-copies`)

  if (!await restoreCopy(rows, files, keptTwice) && !wasClean) {
    await replayChanges(rows, files, keptTwice)
  }

  return new CopiedDatastore(rows, files, keptTwice.prefixes)
}

/** Reads a mark in advance. */
function askedNow (mark: Mark): Mark {
  const isSet = mark.isSet()
  isSet.catch(() => {}) // the guard treats it as not set
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

function openStorage (
  datastore: ClosableDatastore | CopiedDatastore,
  { guard, bucket, release, isSameBrowser }: OpenParts
): OriginStorage {
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
    dirty: async () => {
      await guard?.dirty()
    },
    isSameBrowser: async () => await isSameBrowser,
    bucket
  }
}

/**
 * Opens the datastore in its bucket. Rows are only moved there while no worker of an older version has the repo open.
 * Older versions only use the locks of the blockstores.
 */
async function openInBucket (
  name: string,
  { indexedDB, bucket, locks, onLost, readFirst }: {
    indexedDB: IDBFactory
    bucket: StorageBucket
    locks: Locks | undefined
    onLost: OnLost | undefined
    readFirst: readonly Key[]
  }
): Promise<ClosableDatastore> {
  const exclusively = async <T>(job: () => Promise<T>): Promise<T> => {
    const held = locks == null
      ? []
      : [await acquireLock(locks, `packed-block-store:${name}`), await acquireLock(locks, `idb-block-store:${name}`)]
    return await job().finally(() => {
      held.forEach((release) => {
        release()
      })
    })
  }

  try {
    return await openMovedDatastore(`${name}-data`, {
      from: indexedDB,
      to: bucket.indexedDB,
      exclusively,
      onLost,
      readFirst
    })
  } catch (err) {
    // No room to move: the datastore stays in the default bucket, and the next opening tries again.
    await checkIsInOldPlace(name, indexedDB, err)
    return await openDatastore(`${name}-data`, { indexedDB, onLost, readFirst })
  }
}

/**
 * Checks that all rows are still in the default bucket after a failed move for lack of room.
 *
 * @throws the given error if not
 */
async function checkIsInOldPlace (name: string, indexedDB: IDBFactory, err: unknown): Promise<undefined> {
  if (
    !isError(err, QuotaExceededError) ||
    !(await withAnswerTimeout(() => indexedDB.databases())).some((database) => database.name === `${name}-data`)
  ) {
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
