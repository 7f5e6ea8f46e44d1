/** Longer a page should not stand still in one go. */
const LONGEST_MS = 12

/** Lets the page draw and hear its person in the middle of long work, such as reading thousands of values that came together. */
export class Pauses {
  #sinceMs = performance.now()

  /** whether it has gone on for long enough */
  get due (): boolean {
    return performance.now() - this.#sinceMs > LONGEST_MS
  }

  async take (): Promise<void> {
    await new Promise((resolve) => { setTimeout(resolve) })
    this.#sinceMs = performance.now()
  }
}
