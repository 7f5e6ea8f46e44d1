import { settledWithin } from '../../async/promises/settled-within.ts'
import { QuotaExceededError } from './quota-exceeded-error.ts'

/** The subset of `navigator.storage` that is used. */
export type Storage = Partial<Pick<StorageManager, 'estimate'>>

/** In bytes. */
export interface StorageEstimate {
  usage: number
  quota: number
  free: number
}

/**
 * The ballast: space that is released when the disk is full. After a release, nothing may be written until it is
 * restored, because browsers do not notice when other programs fill the disk.
 */
export interface RoomReserve {
  readonly isSpent: boolean
  /** Returns whether it could be restored. */
  restore: () => Promise<boolean>
  /** Creates it if there is none yet. */
  make: () => Promise<void>
}

/** The lifetime of an estimate: other programs write to the disk too. */
const ESTIMATE_TTL_MS = 1000

/** The bytes after which an estimate expires. An estimate takes about a millisecond, too long for each small block. */
const ESTIMATE_TTL_BYTES = 16 * 1024 * 1024

/** The timeout for an estimate. Writes and the startup wait for it. */
const PATIENCE_MS = 5000

/**
 * After this many bytes the ballast is created at once. Otherwise it is created when idle, and a busy node may fill the
 * disk before.
 */
const RESERVE_AFTER_BYTES = 16 * 1024 * 1024

/** Kept free for counters, pins and rollbacks. */
const RESERVE_BYTES = 4 * 1024 * 1024

/** The storage quota of this origin. */
export class Quota {
  readonly #storage: Storage
  readonly #now: () => number
  readonly #reserve?: RoomReserve
  #budget = 0
  /** In bytes. */
  #granted = 0
  #estimatedAt = -Infinity
  /** An estimate timed out and is still pending: callers do not wait meanwhile. */
  #isSilent = false

  /**
   * Creates the quota.
   *
   * @param storage - `navigator.storage`; without it (Node.js) nothing is limited
   * @param now - clock in milliseconds
   * @param reserve - without it, only the browser's estimate counts
   */
  constructor (
    storage: Storage = globalThis.navigator?.storage ?? {},
    now: () => number = Date.now,
    reserve?: RoomReserve
  ) {
    this.#storage = storage
    this.#now = now
    this.#reserve = reserve
  }

  /** Returns used and free bytes, or `undefined` if the browser does not report them. Never rejects. */
  async estimate (): Promise<StorageEstimate | undefined> {
    const { usage, quota } = await this.#ask() ?? {}

    if (usage == null || quota == null) {
      return
    }

    return { usage, quota, free: Math.max(0, quota - usage) }
  }

  /**
   * Takes bytes from the budget of the last estimate.
   *
   * @returns false if a new estimate is necessary: see `ensure`
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
   * Checks that there is room, before bytes are written.
   *
   * @throws QuotaExceededError if the bytes do not fit
   */
  async ensure (bytes: number): Promise<void> {
    if (this.take(bytes)) {
      return
    }

    if (this.#reserve?.isSpent === true && !await this.#reserve.restore()) {
      throw new QuotaExceededError(
        'no space left for blocks: the disk was full a moment ago, and what is free now is kept for removing'
      )
    }

    const { free, quota } = await this.estimate() ?? { free: Infinity, quota: Infinity }

    if (bytes > free - RESERVE_BYTES) {
      throw new QuotaExceededError(
        `not enough space: ${bytes} bytes are to be stored, and ${free} of ${quota} bytes are free for this origin`
      )
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

  async #ask (): Promise<{ usage?: number; quota?: number } | undefined> {
    if (this.#isSilent) {
      return undefined
    }

    const asked = (async () => await this.#storage.estimate?.())()
    const settled = await settledWithin(asked, PATIENCE_MS)

    if (settled === 'late') {
      this.#isSilent = true
      const heard = (): void => {
        this.#isSilent = false
      }
      asked.then(heard, heard)
      return undefined
    }

    return 'value' in settled ? settled.value : undefined
  }
}
