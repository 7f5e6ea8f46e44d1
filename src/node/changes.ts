/** What of a node can change and be shown: pins, blocks that are kept, settings, mutable files as they are flushed, keys, long work. */
export type Topic = 'pins' | 'repo' | 'config' | 'files' | 'keys' | 'jobs'

export type ChangeListener = (topics: readonly Topic[]) => void

/** What happens within this while is told together: a person sees no difference, and a storm of writes is a few messages. */
const GATHER_MS = 100

/**
 * Tells that something has changed, and of what kind it is; never what: whoever wants to know asks. What happens together is told
 * together, soon after, and once.
 */
export class Changes {
  readonly #gatherMs: number
  readonly #listeners = new Set<ChangeListener>()
  readonly #topics = new Set<Topic>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor ({ gatherMs = GATHER_MS }: { gatherMs?: number } = {}) {
    this.#gatherMs = gatherMs
  }

  /** @param listener - must not throw. @returns removes it */
  on (listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    return () => { this.#listeners.delete(listener) }
  }

  /** Costs next to nothing: may be called for every block. */
  tell (topic: Topic): void {
    if (this.#listeners.size > 0) {
      this.#topics.add(topic)
      this.#timer ??= setTimeout(() => { this.flush() }, this.#gatherMs)
    }
  }

  /** Tells now what there is to tell. For the end of a node. */
  flush (): void {
    clearTimeout(this.#timer)
    this.#timer = undefined

    if (this.#topics.size > 0) {
      const topics = [...this.#topics].sort()
      this.#topics.clear()
      this.#listeners.forEach((listener) => { listener(topics) })
    }
  }
}
