import { EventQueue } from './event-queue.ts'

/** Yields items until it ends or fails. */
export interface Source<T> {
  items: AsyncIterable<T>
  /** called with the error of a source that failed; the other sources go on */
  failed: (err: Error) => void
}

/**
 * Merges the items of several sources in the order of their arrival. Ends when all sources have ended. A caller that
 * leaves must end the sources itself.
 */
export async function* mergeSources<T> (sources: ReadonlyArray<Source<T>>): AsyncGenerator<T> {
  const queue = new EventQueue<T>()

  void Promise.all(sources.map(async ({ items, failed }) => {
    try {
      for await (const item of items) {
        queue.push(item)
      }
    } catch (err) {
      failed(err as Error)
    }
  })).then(() => {
    queue.end()
  })

  yield* queue
}
