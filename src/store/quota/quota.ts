import { settledWithin } from '../../async/settled-within.ts'
import { QuotaExceededError } from './quota-exceeded-error.ts'

/** The part of `navigator.storage` that is used here. */
export type Storage = Partial<Pick<StorageManager, 'estimate'>>

/** bytes */
export interface StorageEstimate {
  usage: number
  quota: number
  free: number
}

/** Room that is kept for a full disk. Where it was given up nothing is to be written before it is there again: browsers do not know when others fill the disk. */
export interface RoomReserve {
  readonly isSpent: boolean
  /** @returns whether it could be made again */
  restore: () => Promise<boolean>
  /** Makes it where there is none yet. */
  make: () => Promise<void>
}

/** An estimate is asked for again after this time: others write to the disk too. */
const ESTIMATE_TTL_MS = 1000

/** … and after this many bytes. Asking takes about a millisecond, too much for each small block. */
const ESTIMATE_TTL_BYTES = 16 * 1024 * 1024

/** A browser that says nothing for so long does not say. Writing and starting wait for it. */
const PATIENCE_MS = 5000

/** Who has written so much may fill the disk before it is ever idle, when the reserve is made otherwise. */
const RESERVE_AFTER_BYTES = 16 * 1024 * 1024

/** Kept free, since counters, pins and a rollback need room too. */
const RESERVE_BYTES = 4 * 1024 * 1024

/** How much the browser lets this origin store. */
export class Quota {
  readonly #storage: Storage
  readonly #now: () => number
  readonly #reserve?: RoomReserve
  #budget = 0
  /** bytes */
  #granted = 0
  #estimatedAt = -Infinity
  /** a question had no answer in time, and has none yet: who asks meanwhile does not wait */
  #isSilent = false

  /**
   * @param storage - `navigator.storage`; where it is missing (Node) nothing is limited
   * @param now - clock in milliseconds
   * @param reserve - without it the browser alone says what is free
   */
  constructor (storage: Storage = globalThis.navigator?.storage ?? {}, now: () => number = Date.now, reserve?: RoomReserve) {
    this.#storage = storage
    this.#now = now
    this.#reserve = reserve
  }

  /** What is used and what is left, or `undefined` where the browser does not say. Never rejects. */
  async estimate (): Promise<StorageEstimate | undefined> {
    const { usage, quota } = await this.#ask() ?? {}

    if (usage == null || quota == null) {
      return
    }

    return { usage, quota, free: Math.max(0, quota - usage) }
  }

  /**
   * Takes bytes from what an estimate of a moment ago found free.
   *
   * @returns false when the browser has to be asked: see `ensure`
   */
  take (bytes: number): boolean {
    if (this.#reserve?.isSpent === true || bytes > this.#budget || this.#now() - this.#estimatedAt > ESTIMATE_TTL_MS) {
      return false
    }

    this.#budget -= bytes
    this.#note(bytes)
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

    if (this.#reserve?.isSpent === true && !await this.#reserve.restore()) {
      throw new QuotaExceededError('no space left for blocks: the disk was full a moment ago, and what is free now is kept for removing')
    }

    const { free, quota } = await this.estimate() ?? { free: Infinity, quota: Infinity }

    if (bytes > free - RESERVE_BYTES) {
      throw new QuotaExceededError(`not enough space: ${bytes} bytes are to be stored, and ${free} of ${quota} bytes are free for this origin`)
    }

    this.#budget = Math.min(free - RESERVE_BYTES - bytes, ESTIMATE_TTL_BYTES)
    this.#estimatedAt = this.#now()
    this.#note(bytes)
  }

  #note (bytes: number): void {
    const before = this.#granted
    this.#granted += bytes

    if (before < RESERVE_AFTER_BYTES && this.#granted >= RESERVE_AFTER_BYTES) {
      void this.#reserve?.make()
    }
  }

  async #ask (): Promise<{ usage?: number, quota?: number } | undefined> {
    if (this.#isSilent) {
      return undefined
    }

    const asked = (async () => await this.#storage.estimate?.())()
    const settled = await settledWithin(asked, PATIENCE_MS)

    if (settled === 'late') {
      this.#isSilent = true
      const heard = (): void => { this.#isSilent = false }
      asked.then(heard, heard)
      return undefined
    }

    return 'value' in settled ? settled.value : undefined
  }
}
