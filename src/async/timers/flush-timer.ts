/**
 * Tells when bytes have waited long enough for more. One timer serves a whole chunk, however many blocks go into it.
 */
export class FlushTimer {
  readonly #afterMs: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #wake: (() => void) | undefined
  #late = false

  constructor (afterMs: number) {
    this.#afterMs = afterMs
  }

  /** From now on bytes are waiting. No effect when they are already. */
  start (): void {
    this.#timer ??= setTimeout(() => {
      this.#late = true
      this.#wake?.()
    }, this.#afterMs)
  }

  /** Nothing is waiting any more. */
  stop (): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#late = false
  }

  /** Settles as `coming` does, or gives `late` when the time is over before. `coming` can be waited for again. */
  async wait<T> (coming: Promise<T>): Promise<T | 'late'> {
    if (this.#late) {
      coming.catch(() => {})
      return 'late'
    }

    return await new Promise<T | 'late'>((resolve, reject) => {
      this.#wake = () => {
        resolve('late')
      }
      coming.then(resolve, reject)
    }).finally(() => {
      this.#wake = undefined
    })
  }
}
