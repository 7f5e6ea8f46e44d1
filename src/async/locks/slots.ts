/** A semaphore: limits how many callers run at once. Others wait in order. */
export class Slots {
  readonly #size: number
  readonly #queue = new Set<() => void>()
  #taken = 0

  constructor (size: number) {
    this.#size = size
  }

  /** number of callers that run or wait */
  get load (): number {
    return this.#taken + this.#queue.size
  }

  /**
   * Acquires a slot.
   *
   * @returns a function that releases the slot; idempotent
   * @throws the signal's reason if it aborts during the wait
   */
  async take (signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()

    if (this.#taken < this.#size) {
      this.#taken++
    } else {
      await this.#wait(signal)
    }

    let isMine = true

    return () => {
      if (isMine) {
        isMine = false
        this.#free()
      }
    }
  }

  async #wait (signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const mine = (): void => {
        signal.removeEventListener('abort', aborted)
        resolve()
      }
      const aborted = (): void => {
        this.#queue.delete(mine)
        reject(signal.reason as Error)
      }
      this.#queue.add(mine)
      signal.addEventListener('abort', aborted, { once: true })
    })
  }

  /** Passes the slot to the caller that has waited longest. */
  #free (): void {
    const next = this.#queue.values().next().value

    if (next == null) {
      this.#taken--
    } else {
      this.#queue.delete(next)
      next()
    }
  }
}
