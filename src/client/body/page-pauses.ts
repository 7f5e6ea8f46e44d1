/** Maximum time for which a page should be blocked, in milliseconds. */
const LONGEST_MS = 12

/**
 * Inserts pauses into long work, such as reading thousands of values that arrived together, so that the page can render
 * and handle input.
 */
export class Pauses {
  readonly #rest: () => Promise<void>
  #sinceMs = performance.now()

  /** @param rest - makes a pause; by default until the next task */
  constructor (rest = nextTask) {
    this.#rest = rest
  }

  /** whether a pause is due */
  get due (): boolean {
    return performance.now() - this.#sinceMs > LONGEST_MS
  }

  async take (): Promise<void> {
    await this.#rest()
    this.#sinceMs = performance.now()
  }
}

/**
 * Resolves in a new task, after pending user input. Uses a message, because timers of background pages are delayed by
 * up to a minute.
 */
async function nextTask (): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  port1.close()
}
