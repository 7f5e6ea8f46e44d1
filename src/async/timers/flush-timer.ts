/**
 * Reports when bytes have waited long enough for more. One timer serves a whole chunk, however many blocks it contains.
 */
export class FlushTimer {
  readonly #afterMs: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #wake: (() => void) | undefined
  #late = false

  constructor (afterMs: number) {
    this.#afterMs = afterMs
  }

  /** Starts the timer: bytes are waiting. Has no effect if it is running. */
  start (): void {
    this.#timer ??= setTimeout(() => {
      this.#late = true
      this.#wake?.()
    }, this.#afterMs)
  }

  /** Stops the timer: no bytes are waiting. */
  stop (): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#late = false
  }

  /** Settles like `coming`, or returns `late` if the time is over first. The caller can wait for `coming` again. */
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
