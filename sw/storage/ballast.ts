import { delay } from '../../src/async/timers/delay.ts'
import type { CacheStorageLike } from '../../src/store/cache/caches-with-timeout.ts'

/** Name without the prefix of app shell caches, which are deleted with their versions. */
const CACHE = 'swipfs-ballast'
const PROBE = 'swipfs-room-probe'
/**
 * An empty cache that records that a ballast was made once: a full disk has no room for a note that it was released.
 */
const MADE = 'swipfs-ballast-made'
const URL = '/ballast'

/** Room that replaces a database log: LevelDB writes at most 4 MiB of it into a table. */
const PROBE_BYTES = 6 * 1024 * 1024

/**
 * Size of the ballast. Chromium reopens most databases of a full disk with 4 MiB, and not with 2 MiB. The rest is room
 * for a new log while a deleted probe is still on the disk.
 */
export const BALLAST_BYTES = 2 * PROBE_BYTES

/** Free space that is required to make it, so that the ballast does not fill the disk itself. */
const MIN_FREE_BYTES = 4 * BALLAST_BYTES

/** Time after its release, or a failed attempt to make it, before it is made again: the free space may be needed. */
const RETRY_MS = 60_000

/**
 * Minimum interval between attempts to restore it before a write. Each attempt briefly uses the last free space of a
 * full disk.
 */
const RESTORE_MS = 10_000

/** Time within which a browser frees the disk space of deleted data. */
const COMING_MS = 30_000

/** Delays between checks for released space, in milliseconds. */
const WAITS_MS = [0, 250, 750, 2000, 4000]

/** Maximum length for `crypto.getRandomValues`. */
const CHUNK_BYTES = 65_536

export interface BallastDeps {
  caches: CacheStorageLike
  /** returns the free space in bytes; undefined if the browser does not report it */
  free: () => Promise<number | undefined>
  /** clock in milliseconds */
  now?: () => number
  wait?: (ms: number) => Promise<void>
}

/**
 * A few MiB of random data in the Cache API. If the disk is full it is released, so that databases can be opened and
 * commands that free space (`pin/rm`, `repo/gc`) can work. Deletions in a database free space late, if at all; deleting
 * a cache frees it immediately.
 */
export class Ballast {
  readonly #deps: BallastDeps
  readonly #now: () => number
  #last: Promise<unknown> = Promise.resolve()
  #fullAt = -Infinity
  #emptiedAt = -Infinity
  #triedAt = -Infinity
  #isSpent = false
  /** Whether the last released space was awaited, and did not become available in time. */
  #wasAwaited = false

  constructor (deps: BallastDeps) {
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  /**
   * Restores the state of earlier workers: a ballast that was released for a full disk is still spent. Must be called
   * before the databases are opened.
   */
  async look (): Promise<void> {
    const { caches } = this.#deps
    await this.#enqueue(async () => {
      this.#isSpent ||= await caches.has(MADE) && !await caches.has(CACHE)
    }).catch(() => {})
  }

  /** Makes the ballast, unless it exists, there is little room, or the disk was full recently. Never rejects. */
  async make (): Promise<void> {
    await this.#enqueue(async () => {
      if (!this.#wasFullLately && await this.#mayBeMade()) {
        await this.#make()
      }
    }).catch(() => {})
  }

  /** Whether it was released for a full disk, in this worker or an earlier one, and was not made again. */
  get isSpent (): boolean {
    return this.#isSpent
  }

  /**
   * Makes it again before a write: the next write on a full disk would find no ballast. If the browser's quota for this
   * origin is too small for one, it counts as made.
   *
   * @returns whether writes are allowed
   */
  async restore (): Promise<boolean> {
    return await this.#enqueue(async () => {
      if (this.#isSpent && this.#now() - this.#triedAt >= RESTORE_MS) {
        this.#triedAt = this.#now()

        if (await this.#mayBeMade()) {
          await this.#make()
        } else {
          this.#isSpent = false
        }
      }

      return !this.#isSpent
    }).catch(() => !this.#isSpent)
  }

  /**
   * Proves that the disk has room for a new log, independent of the browser's estimate: releases the ballast, or writes
   * a probe of that size and deletes it. If the disk was full recently it always writes the probe, once the released
   * space is available. Otherwise a browser could append to a torn log without room to replace it. That wait happens
   * once; retries have delays of their own (`openWithBallast`).
   *
   * If the browser's quota for this origin is too small for a ballast, counts as room without a probe.
   */
  async proves (): Promise<boolean> {
    return await this.#enqueue(async () => {
      const { free, wait = delay } = this.#deps
      const wasFull = this.#wasFullLately

      await this.#empty(PROBE) // left by a worker that was killed

      if ((await this.#empty(CACHE) && !wasFull) || (await free() ?? 0) < MIN_FREE_BYTES) {
        return true
      }

      for (const ms of wasFull && this.isRoomComing && !this.#wasAwaited ? WAITS_MS : [0]) {
        await wait(ms)

        if (await this.#probe()) {
          return true
        }
      }

      this.#wasAwaited = wasFull
      return false
    }).catch(() => false)
  }

  /**
   * Releases the ballast.
   *
   * @returns whether there was one
   */
  async giveUp (): Promise<boolean> {
    return await this.#enqueue(async () => {
      this.#fullAt = this.#now()
      this.#isSpent = true
      const was = await this.#empty(CACHE)
      this.#wasAwaited &&= !was
      return was
    }).catch(() => false)
  }

  /** Whether the ballast or a probe was deleted so recently that its space may not be available yet. */
  get isRoomComing (): boolean {
    return this.#now() - this.#emptiedAt < COMING_MS
  }

  get #wasFullLately (): boolean {
    return this.#now() - this.#fullAt < RETRY_MS
  }

  /** Returns whether the ballast does not exist and the browser reports enough room. */
  async #mayBeMade (): Promise<boolean> {
    const { caches, free } = this.#deps
    return !await caches.has(CACHE) && (await free() ?? 0) >= MIN_FREE_BYTES
  }

  async #make (): Promise<void> {
    try {
      await this.#deps.caches.open(MADE)
      await (await this.#deps.caches.open(CACHE)).put(URL, new Response(randomBytes(BALLAST_BYTES)))
      this.#isSpent = false
    } catch {
      this.#fullAt = this.#now()
      await this.#empty(CACHE) // an incomplete one
    }
  }

  async #probe (): Promise<boolean> {
    try {
      await (await this.#deps.caches.open(PROBE)).put(URL, new Response(randomBytes(PROBE_BYTES)))
      return true
    } catch {
      this.#fullAt = this.#now()
      return false
    } finally {
      await this.#empty(PROBE)
    }
  }

  /**
   * Deletes a cache, its entries first: data of a deleted cache stays on the disk until its last `Cache` object is
   * garbage-collected.
   *
   * @returns whether it existed
   */
  async #empty (name: string): Promise<boolean> {
    const { caches } = this.#deps

    if (!await caches.has(name)) {
      return false
    }

    await (await caches.open(name)).delete(URL)
    this.#emptiedAt = this.#now()
    return await caches.delete(name)
  }

  async #enqueue<T> (job: () => Promise<T>): Promise<T> {
    const done = this.#last.then(job, job)
    this.#last = done.catch(() => {})
    return await done
  }
}

/** Returns random bytes, which no file system can compress. */
function randomBytes (bytes: number): Blob {
  return new Blob(
    Array.from({ length: bytes / CHUNK_BYTES }, () => crypto.getRandomValues(new Uint8Array(CHUNK_BYTES)))
  )
}
