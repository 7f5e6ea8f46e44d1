/** Averaging window: the rate over the whole time lags, the rate of a single event jumps. */
const WINDOW_MS = 3_000

/** Measures bytes per second from running totals. */
export class Rate {
  #marks: Array<{ at: number; total: number }> = []

  /** @param now - milliseconds of a monotonic clock */
  mark (total: number, now: number): void {
    this.#marks.push({ at: now, total })
    while (this.#marks.length > 2 && now - this.#marks[0].at > WINDOW_MS) {
      this.#marks.shift()
    }
  }

  /** undefined until there are two marks */
  get bytesPerSecond (): number | undefined {
    const first = this.#marks[0]
    const last = this.#marks.at(-1)
    if (first == null || last == null || last.at - first.at < 200) {
      return undefined
    }
    return (last.total - first.total) * 1000 / (last.at - first.at)
  }
}
