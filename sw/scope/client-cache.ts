import { withAnswerTimeout } from '../../src/async/promises/answer-timeout.ts'
import { RecentMap } from '../../src/bytes/recent-map.ts'

/** Cache size, more than the pages a user has open; the least recently used entry is evicted. */
const MAX_CLIENTS = 256

/** The fields that the guard uses. They do not change during the life of a client, and client IDs are not reused. */
export type CachedClient = Pick<Client, 'url' | 'frameType'>

/** Caches the clients of the worker by ID, because each lookup takes about half a millisecond. */
export class ClientCache {
  readonly #clients: Pick<ServiceWorkerGlobalScope['clients'], 'get'>
  readonly #known = new RecentMap<string, CachedClient>({ max: MAX_CLIENTS })

  constructor (clients: Pick<ServiceWorkerGlobalScope['clients'], 'get'>) {
    this.#clients = clients
  }

  /**
   * Returns a client; undefined if the browser knows none with this ID.
   *
   * @throws NoAnswerError if the browser does not answer
   */
  async get (id: string): Promise<CachedClient | undefined> {
    if (id === '') {
      return undefined
    }

    const known = this.#known.get(id)

    if (known != null) {
      return known
    }

    const client = await withAnswerTimeout(async () => await this.#clients.get(id))

    if (client != null) {
      this.#known.set(id, { url: client.url, frameType: client.frameType })
    }

    return client
  }
}
