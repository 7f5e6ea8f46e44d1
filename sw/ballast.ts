/** No cache of the app shell, which are dropped with their versions. */
const CACHE = 'swipfs-ballast'
const URL = '/ballast'

/** With so much given back, databases that the disk had no room to open opened again (measured in Chromium: 4 MiB mostly, 2 not). */
export const BALLAST_BYTES = 8 * 1024 * 1024

/** It is made where so much more is free: it may not be what fills the disk. */
const MIN_FREE_BYTES = 4 * BALLAST_BYTES

/** Not sooner than that after it was given up, or could not be made: the room there is may be needed. */
const RETRY_MS = 60_000

/** `crypto.getRandomValues` gives no more at once. */
const CHUNK_BYTES = 65_536

export interface BallastDeps {
  caches: Pick<CacheStorage, 'open' | 'delete' | 'has'>
  /** what is free, in bytes; undefined where the browser does not say */
  free: () => Promise<number | undefined>
  /** clock in milliseconds */
  now?: () => number
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

  constructor (deps: BallastDeps) {
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  /** Makes it, unless it is there, there is little room, or there was none a moment ago. That it cannot be made is no error. */
  async make (): Promise<void> {
    await this.#next(async () => {
      const { caches, free } = this.#deps

      if (this.#now() - this.#fullAt < RETRY_MS || await caches.has(CACHE) || (await free() ?? 0) < MIN_FREE_BYTES) {
        return
      }

      try {
        await (await caches.open(CACHE)).put(URL, new Response(noise()))
      } catch {
        this.#fullAt = this.#now()
        await caches.delete(CACHE) // half of it
      }
    }).catch(() => {})
  }

  /** Gives it up. @returns whether there was one */
  async giveUp (): Promise<boolean> {
    return await this.#next(async () => {
      this.#fullAt = this.#now()
      return await this.#deps.caches.delete(CACHE)
    }).catch(() => false)
  }

  async #next<T> (job: () => Promise<T>): Promise<T> {
    const done = this.#last.then(job, job)
    this.#last = done.catch(() => {})
    return await done
  }
}

/** Bytes that no file system makes smaller. */
function noise (): Blob {
  return new Blob(Array.from({ length: BALLAST_BYTES / CHUNK_BYTES }, () => crypto.getRandomValues(new Uint8Array(CHUNK_BYTES))))
}
