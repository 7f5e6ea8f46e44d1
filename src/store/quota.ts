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
const ESTIMATE_TTL_MS = 10_000

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
   * To be called before bytes are written, with their number. Cheap: the browser is asked only now and then.
   *
   * @throws QuotaExceededError when they would not fit
   */
  async ensure (bytes: number): Promise<void> {
    if (bytes > this.#budget || this.#now() - this.#estimatedAt > ESTIMATE_TTL_MS) {
      const estimate = await this.estimate()

      if (estimate == null) {
        return
      }

      this.#budget = estimate.free - RESERVE_BYTES
      this.#estimatedAt = this.#now()

      if (bytes > this.#budget) {
        throw new QuotaExceededError(`not enough space: ${bytes} bytes are to be stored, and ${estimate.free} of ${estimate.quota} bytes are free for this origin`)
      }
    }

    this.#budget -= bytes
  }
}
