import { QuotaExceededError } from './quota-exceeded-error.ts'

/** The part of `navigator.storage` that is used here. */
export type Storage = Partial<Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>>

/** bytes */
export interface StorageEstimate {
  usage: number
  quota: number
  free: number
}

/** An estimate is asked for again after this time: others write to the disk too. */
const ESTIMATE_TTL_MS = 1000

/** … and after this many bytes. Asking takes about a millisecond, too much for each small block. */
const ESTIMATE_TTL_BYTES = 16 * 1024 * 1024

/** Kept free, since counters, pins and a rollback need room too. */
const RESERVE_BYTES = 4 * 1024 * 1024

/** How much the browser lets this origin store, and whether it may throw it away. */
export class Quota {
  readonly #storage: Storage
  readonly #now: () => number
  #budget = 0
  #estimatedAt = -Infinity
  #askedToPersist = false

  /**
   * @param storage - `navigator.storage`; where it is missing (Node) nothing is limited
   * @param now - clock in milliseconds
   */
  constructor (storage: Storage = globalThis.navigator?.storage ?? {}, now: () => number = Date.now) {
    this.#storage = storage
    this.#now = now
  }

  /** What is used and what is left, or `undefined` where the browser does not say. */
  async estimate (): Promise<StorageEstimate | undefined> {
    const { usage, quota } = await this.#storage.estimate?.() ?? {}

    if (usage == null || quota == null) {
      return
    }

    return { usage, quota, free: Math.max(0, quota - usage) }
  }

  /** Whether the browser keeps the data until the user removes it. */
  async persisted (): Promise<boolean> {
    return await this.#storage.persisted?.() ?? false
  }

  /** Asks, once in the life of the worker, that the data is kept. To be called at the first pin. @returns whether it is */
  async persist (): Promise<boolean> {
    if (await this.persisted()) {
      return true
    }

    if (this.#askedToPersist) {
      return false
    }

    this.#askedToPersist = true
    return await this.#storage.persist?.() ?? false
  }

  /**
   * Takes bytes from what an estimate of a moment ago found free.
   *
   * @returns false when the browser has to be asked: see `ensure`
   */
  take (bytes: number): boolean {
    if (bytes > this.#budget || this.#now() - this.#estimatedAt > ESTIMATE_TTL_MS) {
      return false
    }

    this.#budget -= bytes
    return true
  }

  /**
   * To be called before bytes are written, with their number.
   *
   * @throws QuotaExceededError when they would not fit
   */
  async ensure (bytes: number): Promise<void> {
    if (this.take(bytes)) {
      return
    }

    const { free, quota } = await this.estimate() ?? { free: Infinity, quota: Infinity }

    if (bytes > free - RESERVE_BYTES) {
      throw new QuotaExceededError(`not enough space: ${bytes} bytes are to be stored, and ${free} of ${quota} bytes are free for this origin`)
    }

    this.#budget = Math.min(free - RESERVE_BYTES - bytes, ESTIMATE_TTL_BYTES)
    this.#estimatedAt = this.#now()
  }
}
