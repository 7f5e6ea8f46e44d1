import { answered } from '../src/async/answered.ts'
import { RecentMap } from '../src/bytes/recent-map.ts'
import type { WorkerClient, WorkerScope } from './worker-types.ts'

/** More pages than anybody has open; who was asked for longest ago is forgotten first. */
const MAX_CLIENTS = 256

/** What the guard goes by: neither changes as long as a client lives, and no other gets its ID. */
export type KnownClient = Pick<WorkerClient, 'url' | 'frameType'>

/** The clients of the worker by their IDs. Asking the browser takes about half a millisecond, so each is asked for once. */
export class KnownClients {
  readonly #clients: Pick<WorkerScope['clients'], 'get'>
  readonly #known = new RecentMap<string, KnownClient>({ max: MAX_CLIENTS })

  constructor (clients: Pick<WorkerScope['clients'], 'get'>) {
    this.#clients = clients
  }

  /** @returns undefined for an ID that the browser names no client for. @throws NoAnswerError */
  async get (id: string): Promise<KnownClient | undefined> {
    if (id === '') {
      return undefined
    }

    const known = this.#known.get(id)

    if (known != null) {
      return known
    }

    const client = await answered(async () => await this.#clients.get(id))

    if (client != null) {
      this.#known.set(id, { url: client.url, frameType: client.frameType })
    }

    return client
  }
}
