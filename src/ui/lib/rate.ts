/** Rates are over the last seconds: over all the time they lag, over one event they jump. */
const WINDOW_MS = 3_000

/** Measures bytes a second from running totals. */
export class Rate {
  #marks: Array<{ at: number, total: number }> = []

  /** @param now milliseconds of a clock that only goes forward */
  mark (total: number, now: number): void {
    this.#marks.push({ at: now, total })
    while (this.#marks.length > 2 && now - this.#marks[0].at > WINDOW_MS) {
      this.#marks.shift()
    }
  }

  /** undefined until two marks lie apart */
  get bytesPerSecond (): number | undefined {
    const first = this.#marks[0]
    const last = this.#marks.at(-1)
    if (first == null || last == null || last.at - first.at < 200) {
      return undefined
    }
    return (last.total - first.total) * 1000 / (last.at - first.at)
  }
}
