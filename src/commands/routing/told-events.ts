import { EventQueue } from '../../async/event-queue.ts'
import type { QueryEvent } from './query-event.ts'

/** The events of a search as they happen; the search ends when nobody reads on. @throws what the search throws, behind its events */
export async function * toldEvents (signal: AbortSignal, search: (tell: (event: QueryEvent) => void, signal: AbortSignal) => Promise<void>): AsyncGenerator<QueryEvent> {
  const ending = new AbortController()
  const queue = new EventQueue<QueryEvent>()
  search((event) => { queue.push(event) }, AbortSignal.any([signal, ending.signal])).then(() => { queue.end() }, (err: unknown) => { queue.fail(err) })

  try {
    yield * queue
  } finally {
    ending.abort(new DOMException('nobody reads on', 'AbortError'))
  }
}
