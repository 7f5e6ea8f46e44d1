/** Gives a lock back; calling it again has no effect. */
export type Release = () => void

/** Lets somebody who works without the lock see afterwards who was there. */
export interface LockCensus {
  /** holders of the read side now */
  readers: number
  /** how often each side was taken so far */
  reads: number
  writes: number
}

/**
 * Many adders or one garbage collector (Kubo's `gcbs.PinLock` and `GCLock`).
 * A waiting collector goes before adders that come after it, so that it is not put off for ever.
 */
export class ReadWriteLock {
  #readers = 0
  #writing = false
  #reads = 0
  #writes = 0
  readonly #queue: Array<{ write: boolean, start: () => void }> = []

  census (): LockCensus {
    return { readers: this.#readers, reads: this.#reads, writes: this.#writes }
  }

  /** Whether anybody else may have held the read side since a census, asked by one who took it once since. */
  sharedSince (before: LockCensus): boolean {
    return before.readers > 0 || this.#reads > before.reads + 1
  }

  /** Waits until no collector runs; holds it off until released. */
  async read (signal?: AbortSignal): Promise<Release> {
    return await this.#acquire(false, signal)
  }

  /** Waits until nobody reads; holds everybody off until released. */
  async write (signal?: AbortSignal): Promise<Release> {
    return await this.#acquire(true, signal)
  }

  async #acquire (write: boolean, signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted()

    await new Promise<void>((resolve, reject) => {
      const entry = { write, start: () => { signal?.removeEventListener('abort', aborted); resolve() } }
      const aborted = (): void => {
        this.#queue.splice(this.#queue.indexOf(entry), 1)
        reject(signal?.reason as Error)
        this.#next()
      }

      this.#queue.push(entry)
      signal?.addEventListener('abort', aborted, { once: true })
      this.#next()
    })

    let held = true

    return () => {
      if (held) {
        held = false
        if (write) this.#writing = false
        else this.#readers--
        this.#next()
      }
    }
  }

  #next (): void {
    while (this.#queue.length > 0 && !this.#writing && !(this.#queue[0].write && this.#readers > 0)) {
      const { write, start } = this.#queue.shift() as { write: boolean, start: () => void }

      if (write) {
        this.#writing = true
        this.#writes++
      } else {
        this.#readers++
        this.#reads++
      }

      start()
    }
  }
}
