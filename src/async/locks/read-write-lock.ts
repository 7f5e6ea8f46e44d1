import { later } from '../timers/later.ts'
import type { Later } from '../timers/later.ts'

/** Releases a lock. Idempotent. */
export type Release = () => void

/** Lets a caller that works without the lock find out later whether others held it. */
export interface LockCensus {
  /** holders of the read side now */
  readers: number
  /** The number of acquisitions of each side so far. */
  reads: number
  writes: number
}

export interface WriteLockOptions {
  /** Called each time when the wait turns out to be long, with the number of readers that it waits for. */
  onWaiting?: (readers: number) => void
}

interface Entry {
  write: boolean
  start: () => void
  onWaiting?: (readers: number) => void
}

/** Time for which a waiting writer keeps new readers out: the first drain, and the maximum of later drains. */
const FIRST_DRAIN_MS = 200
const MAX_DRAIN_MS = 3200

/**
 * A lock for many adders or one garbage collector (Kubo's `gcbs.PinLock` and `GCLock`).
 *
 * A waiting writer must neither starve nor cause starvation. It keeps new readers out for a short time (a drain), in
 * which usual readers end. Readers that outlast the drain are slow, for example an upload from a slow sender. Until
 * they end, the writer could not start anyway, so new readers pass. Then the writer drains again, for twice as long
 * (exponential backoff). Each slow reader delays others once, and the writer gets its turn even if readers are never
 * idle.
 */
export class ReadWriteLock {
  readonly #later: Later
  readonly #queue: Entry[] = []
  readonly #readers = new Set<symbol>()
  /** readers that have outlasted a drain */
  #slow = new Set<symbol>()
  #endDrain: (() => void) | undefined
  #drainMs = FIRST_DRAIN_MS
  #writing = false
  #reads = 0
  #writes = 0

  constructor (clock: Later = later) {
    this.#later = clock
  }

  census (): LockCensus {
    return { readers: this.#readers.size, reads: this.#reads, writes: this.#writes }
  }

  /** Returns whether another caller may have held the read side since a census, if the caller took it once since. */
  sharedSince (before: LockCensus): boolean {
    return before.readers > 0 || this.#reads > before.reads + 1
  }

  /** Waits until no collector runs; holds it off until released. */
  async read (signal?: AbortSignal): Promise<Release> {
    const reader = Symbol('reader')

    return await this.#acquire(
      {
        write: false,
        start: () => {
          this.#readers.add(reader)
          this.#reads++
        }
      },
      signal,
      () => {
        this.#readers.delete(reader)
        this.#slow.delete(reader)
      }
    )
  }

  /** Acquires the lock for writing: waits until there are no readers, and blocks all others until released. */
  async write (signal?: AbortSignal, { onWaiting }: WriteLockOptions = {}): Promise<Release> {
    return await this.#acquire(
      {
        write: true,
        start: () => {
          this.#writing = true
          this.#writes++
        },
        onWaiting
      },
      signal,
      () => {
        this.#writing = false
      }
    )
  }

  async #acquire ({ start, ...rest }: Entry, signal: AbortSignal | undefined, end: () => void): Promise<Release> {
    signal?.throwIfAborted()

    await new Promise<void>((resolve, reject) => {
      const entry: Entry = {
        ...rest,
        start: () => {
          signal?.removeEventListener('abort', aborted)
          start()
          resolve()
        }
      }
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
        end()
        this.#next()
      }
    }
  }

  /** Starts every waiting task that may start now. */
  #next (): void {
    while (!this.#writing && this.#startOne()) {
    }

    if (this.#writing || !this.#queue.some(({ write }) => write)) {
      this.#forgetDrains()
    }
  }

  /** @returns false if nothing may start */
  #startOne (): boolean {
    const [first] = this.#queue

    if (first == null) {
      return false
    }

    if (!first.write || this.#readers.size === 0) {
      this.#queue.shift()
      first.start()
      return true
    }

    const reader = this.#slow.size === 0 ? -1 : this.#queue.findIndex(({ write }) => !write)

    if (reader >= 0) {
      this.#queue.splice(reader, 1)[0].start()
      return true
    }

    if (this.#slow.size === 0) {
      this.#endDrain ??= this.#later(() => {
        this.#drained()
      }, this.#drainMs)
    }

    return false
  }

  /** The time of a drain is over, and there are readers still. */
  #drained (): void {
    this.#endDrain = undefined
    this.#drainMs = Math.min(this.#drainMs * 2, MAX_DRAIN_MS)
    this.#slow = new Set(this.#readers)
    this.#queue.filter(({ write }) => write).forEach(({ onWaiting }) => {
      onWaiting?.(this.#readers.size)
    })
    this.#next()
  }

  #forgetDrains (): void {
    this.#endDrain?.()
    this.#endDrain = undefined
    this.#drainMs = FIRST_DRAIN_MS
    this.#slow.clear()
  }
}
