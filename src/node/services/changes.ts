/** Topics of change notifications: pins, stored blocks, settings, flushed MFS changes, keys, jobs. */
export type Topic = 'pins' | 'repo' | 'config' | 'files' | 'keys' | 'jobs'

/**
 * A listener for changes of a node.
 *
 * @example
 * ```ts
 * const stop = node.changes.on((topics) => { console.log(topics) })
 * ```
 */
export type ChangeListener = (topics: readonly Topic[]) => void

/**
 * Debounce time: changes within it are reported together. It is imperceptible, and turns a storm of writes into a few
 * messages.
 */
const GATHER_MS = 100

/**
 * Notifies listeners that something of a topic has changed, without details: listeners query the new state. Changes are
 * debounced and reported together.
 */
export class Changes {
  readonly #gatherMs: number
  readonly #listeners = new Set<ChangeListener>()
  readonly #topics = new Set<Topic>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor ({ gatherMs = GATHER_MS }: { gatherMs?: number } = {}) {
    this.#gatherMs = gatherMs
  }

  /**
   * Adds a listener.
   *
   * @param listener - must not throw
   * @returns a function that removes it
   */
  on (listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Records a change of a topic. Cheap enough to be called for every block. */
  notify (topic: Topic): void {
    if (this.#listeners.size > 0) {
      this.#topics.add(topic)
      this.#timer ??= setTimeout(() => {
        this.flush()
      }, this.#gatherMs)
    }
  }

  /** Notifies listeners of pending changes now. For the stop of a node. */
  flush (): void {
    clearTimeout(this.#timer)
    this.#timer = undefined

    if (this.#topics.size > 0) {
      const topics = [...this.#topics].sort()
      this.#topics.clear()
      this.#listeners.forEach((listener) => {
        listener(topics)
      })
    }
  }
}
