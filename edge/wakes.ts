import type { ObjectStorage } from './edge-types.ts'

/** While something goes on, the engine is told that often that the object is needed: it ends those that nobody has asked for in a minute or two. */
const BUSY_MS = 20_000

/** A node that has nothing to do looks so often for what has become due: names are renewed hours before their time is over. */
const REST_MS = 3_600_000

/** When the engine wakes the object next: soon while something goes on, whatever becomes of the object until then. */
export class Wakes {
  readonly #storage: ObjectStorage
  readonly #busyMs: number
  #works = 0
  #hasJobs = false

  /** @param busyMs - how soon while something goes on */
  constructor (storage: ObjectStorage, busyMs = BUSY_MS) {
    this.#storage = storage
    this.#busyMs = busyMs
  }

  /** Runs work that the object is kept awake for. */
  async hold (work: () => Promise<void>): Promise<void> {
    this.#works++
    this.#begun()

    try {
      await work()
    } finally {
      this.#works--
    }
  }

  /** Whether there are jobs that go on, which a kill must not end. */
  busy (hasJobs: boolean): void {
    const had = this.#hasJobs
    this.#hasJobs = hasJobs

    if (hasJobs && !had) {
      this.#begun()
    }
  }

  /** Sets the next time, unless it is sooner already. */
  async set (): Promise<void> {
    const at = Date.now() + (this.#isBusy ? this.#busyMs : REST_MS)
    const set = await this.#storage.getAlarm()

    if (set == null || set > at) {
      await this.#storage.setAlarm(at)
    }
  }

  get #isBusy (): boolean {
    return this.#works > 0 || this.#hasJobs
  }

  /** What cannot be set now is set by the next that begins; a database that is broken breaks more than this. */
  #begun (): void {
    this.set().catch(() => {})
  }
}
