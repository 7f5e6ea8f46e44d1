import type { ObjectStorage } from './edge-types.ts'

/** Wake-up interval while there is work: the engine evicts objects without requests after a minute or two. */
const BUSY_MS = 20_000

/** Wake-up interval of an idle node, for due work: names are renewed hours before they expire. */
const IDLE_MS = 3_600_000

/** Schedules the next wake-up of the object: soon while there is work, even if the object is evicted meanwhile. */
export class Wakes {
  readonly #storage: ObjectStorage
  readonly #busyMs: number
  #running = 0
  #hasJobs = false

  /**
   * Creates the scheduler.
   *
   * @param busyMs - wake-up interval while there is work
   */
  constructor (storage: ObjectStorage, busyMs = BUSY_MS) {
    this.#storage = storage
    this.#busyMs = busyMs
  }

  /** Runs work, and keeps the object awake for it. */
  async hold (work: () => Promise<void>): Promise<void> {
    this.#running++
    this.#scheduleWake()

    try {
      await work()
    } finally {
      this.#running--
    }
  }

  /** Sets whether jobs are running, which must survive an eviction. */
  busy (hasJobs: boolean): void {
    const had = this.#hasJobs
    this.#hasJobs = hasJobs

    if (hasJobs && !had) {
      this.#scheduleWake()
    }
  }

  /** Sets the alarm, unless an earlier one is set. */
  async set (): Promise<void> {
    const at = Date.now() + (this.#isBusy ? this.#busyMs : IDLE_MS)
    const set = await this.#storage.getAlarm()

    if (set == null || set > at) {
      await this.#storage.setAlarm(at)
    }
  }

  get #isBusy (): boolean {
    return this.#running > 0 || this.#hasJobs
  }

  /**
   * Sets the alarm for started work. After a failure the next work tries again; a broken database breaks more than
   * this.
   */
  #scheduleWake (): void {
    this.set().catch(() => {})
  }
}
