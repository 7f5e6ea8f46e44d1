import { nextTask } from './next-task.ts'

/** Longer a page should not stand still in one go. */
const LONGEST_MS = 12

/** Lets the page draw and hear its person in the middle of long work, such as reading thousands of values that came together. */
export class Pauses {
  readonly #rest: () => Promise<void>
  #sinceMs = performance.now()

  /** @param rest - how long a pause is: until the next task, when left out */
  constructor (rest = nextTask) {
    this.#rest = rest
  }

  /** whether it has gone on for long enough */
  get due (): boolean {
    return performance.now() - this.#sinceMs > LONGEST_MS
  }

  async take (): Promise<void> {
    await this.#rest()
    this.#sinceMs = performance.now()
  }
}
