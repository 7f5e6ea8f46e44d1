import { EventQueue } from './event-queue.ts'

/** Something that gives items until it ends or fails. */
export interface Source<T> {
  items: AsyncIterable<T>
  /** told how it failed; the others go on */
  failed: (err: Error) => void
}

/** What several sources give, as it comes; ends when all have ended. Who leaves has to end the sources himself. */
export async function* merged<T> (sources: ReadonlyArray<Source<T>>): AsyncGenerator<T> {
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
