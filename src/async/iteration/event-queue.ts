/**
 * Maximum events in the queue before the producer waits: enough for clients that read the answer only after the whole
 * upload.
 */
const CAPACITY = 65_536

/**
 * Passes events from a producer to one reader, in order. An event may be a promise while later events are already
 * known.
 */
export class EventQueue<T> implements AsyncIterable<T> {
  #items: Array<T | Promise<T>> = []
  #end: { error?: unknown } | undefined
  #wakeReader: (() => void) | undefined
  #wakeProducer: (() => void) | undefined

  /** Adds an event. A promise that rejects fails the reader when its turn comes. */
  push (item: T | Promise<T>): void {
    if (item instanceof Promise) {
      item.catch(() => {})
    }

    this.#items.push(item)
    this.#wakeReader?.()
  }

  /** Resolves when the queue has room. */
  async room (): Promise<void> {
    while (this.#items.length >= CAPACITY && this.#end == null) {
      await new Promise<void>((resolve) => {
        this.#wakeProducer = resolve
      })
    }
  }

  end (): void {
    this.#end ??= {}
    this.#wakeReader?.()
    this.#wakeProducer?.()
  }

  /** Ends the queue with an error, which the reader gets after all earlier events. */
  fail (error: unknown): void {
    this.#end ??= { error }
    this.#wakeReader?.()
    this.#wakeProducer?.()
  }

  async *[Symbol.asyncIterator] (): AsyncGenerator<T, void, undefined> {
    for (;;) {
      const items = this.#items
      this.#items = []
      this.#wakeProducer?.()

      for (const item of items) {
        yield await item
      }

      if (this.#items.length === 0) {
        if (this.#end != null) {
          return throwIfFailed(this.#end)
        }

        await new Promise<void>((resolve) => {
          this.#wakeReader = resolve
        })
      }
    }
  }
}

function throwIfFailed (end: { error?: unknown }): void {
  if ('error' in end) {
    throw end.error
  }
}
