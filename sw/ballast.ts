import { delay } from '../src/async/delay.ts'
import type { AnsweringCaches } from '../src/store/answering-caches.ts'

/** No cache of the app shell, which are dropped with their versions. */
const CACHE = 'swipfs-ballast'
const PROBE = 'swipfs-room-probe'
/** It is empty, and says that there was a ballast once: a full disk has no room for a note that it was given up. */
const MADE = 'swipfs-ballast-made'
const URL = '/ballast'

/** A log is replaced within so much: LevelDB writes at most 4 MiB of it into a table. */
const PROBE_BYTES = 6 * 1024 * 1024

/**
 * With 4 MiB given back, databases that the disk had no room to open opened again mostly, with 2 not (measured in Chromium). So much is room
 * for a new log while the probe that has shown it is still on its way from the disk.
 */
export const BALLAST_BYTES = 2 * PROBE_BYTES

/** It is made where so much more is free: it may not be what fills the disk. */
const MIN_FREE_BYTES = 4 * BALLAST_BYTES

/** Not sooner than that after it was given up, or could not be made: the room there is may be needed. */
const RETRY_MS = 60_000

/** Whoever wants to write has it tried again then: what is written for it takes, for a moment, the last of a disk that is full. */
const RESTORE_MS = 10_000

/** What is deleted a browser takes from the disk when it comes to it. */
const COMING_MS = 30_000

/** Milliseconds between the looks whether it has come. */
const WAITS_MS = [0, 250, 750, 2000, 4000]

/** `crypto.getRandomValues` gives no more at once. */
const CHUNK_BYTES = 65_536

export interface BallastDeps {
  caches: AnsweringCaches
  /** what is free, in bytes; undefined where the browser does not say */
  free: () => Promise<number | undefined>
  /** clock in milliseconds */
  now?: () => number
  wait?: (ms: number) => Promise<void>
}

/**
 * Some MiB in the Cache API that stand for nothing. Where the disk is full they are given up, so that the databases can be
 * opened and what makes room (`pin/rm`, `repo/gc`) has some to work in: deleting from a database gives room back late, if at all,
 * and deleting a cache at once.
 */
export class Ballast {
  readonly #deps: BallastDeps
  readonly #now: () => number
  #last: Promise<unknown> = Promise.resolve()
  #fullAt = -Infinity
  #emptiedAt = -Infinity
  #triedAt = -Infinity
  #isSpent = false
  /** The room of what was given up last was waited for, and did not come in that time. */
  #wasAwaited = false

  constructor (deps: BallastDeps) {
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  /** To be called before the databases are opened: what a life before has given up for a full disk is still spent. */
  async look (): Promise<void> {
    const { caches } = this.#deps
    await this.#next(async () => { this.#isSpent ||= await caches.has(MADE) && !await caches.has(CACHE) }).catch(() => {})
  }

  /** Makes it, unless it is there, there is little room, or there was none a moment ago. That it cannot be made is no error. */
  async make (): Promise<void> {
    await this.#next(async () => {
      if (!this.#wasFullLately && await this.#mayBeMade()) {
        await this.#make()
      }
    }).catch(() => {})
  }

  /** It was given up since the disk was full, in this life or one before, and has not been made since. */
  get isSpent (): boolean {
    return this.#isSpent
  }

  /**
   * Makes it again for whoever wants to write: a second write that the disk has no room for would find no ballast behind it. Where the browser lets
   * this origin have too little for one, that counts as made.
   *
   * @returns whether there may be written
   */
  async restore (): Promise<boolean> {
    return await this.#next(async () => {
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
   * Whether the disk has the room of a new log for certain, whatever the browser thinks of it: the ballast was there, which is
   * given up for it, or so much can be written, which is taken away again. Where the disk was full a moment ago it is written in any case, as soon as the room of the
   * ballast has come: a log that ends in half a record must not be written on by a browser that then has no room to replace it. That is waited for once: who
   * tries again (`openWithRoom`) has waits of its own.
   * Where the browser lets this origin have too little for a ballast it is not tried, and counts as room.
   */
  async proves (): Promise<boolean> {
    return await this.#next(async () => {
      const { free, wait = delay } = this.#deps
      const wasFull = this.#wasFullLately

      await this.#empty(PROBE) // of a worker that was killed

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

  /** Gives it up. @returns whether there was one */
  async giveUp (): Promise<boolean> {
    return await this.#next(async () => {
      this.#fullAt = this.#now()
      this.#isSpent = true
      const was = await this.#empty(CACHE)
      this.#wasAwaited &&= !was
      return was
    }).catch(() => false)
  }

  /** Whether it, or a probe, was deleted so lately that the room of it may be still to come. */
  get isRoomComing (): boolean {
    return this.#now() - this.#emptiedAt < COMING_MS
  }

  get #wasFullLately (): boolean {
    return this.#now() - this.#fullAt < RETRY_MS
  }

  /** It is not there, and the browser says that there is room. */
  async #mayBeMade (): Promise<boolean> {
    const { caches, free } = this.#deps
    return !await caches.has(CACHE) && (await free() ?? 0) >= MIN_FREE_BYTES
  }

  async #make (): Promise<void> {
    try {
      await this.#deps.caches.open(MADE)
      await (await this.#deps.caches.open(CACHE)).put(URL, new Response(noise(BALLAST_BYTES)))
      this.#isSpent = false
    } catch {
      this.#fullAt = this.#now()
      await this.#empty(CACHE) // half of it
    }
  }

  async #probe (): Promise<boolean> {
    try {
      await (await this.#deps.caches.open(PROBE)).put(URL, new Response(noise(PROBE_BYTES)))
      return true
    } catch {
      this.#fullAt = this.#now()
      return false
    } finally {
      await this.#empty(PROBE)
    }
  }

  /**
   * Deletes a cache, its entries first: what lies in a deleted cache stays on the disk until the last `Cache` object of it is
   * collected as garbage.
   *
   * @returns whether there was one
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

  async #next<T> (job: () => Promise<T>): Promise<T> {
    const done = this.#last.then(job, job)
    this.#last = done.catch(() => {})
    return await done
  }
}

/** Bytes that no file system makes smaller. */
function noise (bytes: number): Blob {
  return new Blob(Array.from({ length: bytes / CHUNK_BYTES }, () => crypto.getRandomValues(new Uint8Array(CHUNK_BYTES))))
}
