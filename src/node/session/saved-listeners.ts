import { multiaddr } from '@multiformats/multiaddr'
import type { Json } from '../../config/values/config.ts'
import { httpRoot } from '../../swarm/streams/http-root.ts'
import type { HttpService } from '../../swarm/streams/http-service.ts'
import type { StreamListener } from '../../swarm/streams/stream-listener.ts'
import type { StreamMounts } from '../../swarm/streams/stream-mounts.ts'
import type { RuntimeState } from './runtime-state.ts'

/** Limit of saved services. */
const MAX_LISTENERS = 64

/** A gateway service for other nodes (`p2p/listen`). */
interface SavedListener {
  protocol: string
  /** a multiaddr with `/http` */
  target: string
}

/**
 * Keeps the gateway services that `p2p/listen` offers across restarts of the worker, until `p2p/close`. Services that
 * end at a page, or at a socket, are not saved.
 */
export class SavedListeners {
  readonly #state: Pick<RuntimeState, 'get' | 'put'>
  readonly #kept = new Map<string, SavedListener>()

  constructor (state: Pick<RuntimeState, 'get' | 'put'>) {
    this.#state = state
  }

  /** Offers the saved services again. Does not start the swarm. */
  restore (mounts: Pick<StreamMounts, 'offer'>, httpService: HttpService): void {
    const row = this.#state.get('p2p-listeners')

    for (const { protocol, target } of Array.isArray(row) ? row as unknown as SavedListener[] : []) {
      try {
        const targetAddress = multiaddr(target)
        const root = httpRoot(targetAddress)

        if (root != null) {
          this.#kept.set(protocol, { protocol, target })
          mounts.offer({ protocol, targetAddress, connect: async (stream) => httpService(stream, root) }, {
            startsSwarm: false
          }).catch(() => {})
        }
      } catch {
        // Ignores a row of another version.
      }
    }
  }

  /** Saves an offered service. */
  add ({ protocol, target }: SavedListener): void {
    if (this.#kept.size < MAX_LISTENERS) {
      this.#kept.set(protocol, { protocol, target })
      this.#put()
    }
  }

  /**
   * Removes the services that were closed.
   *
   * @param open - the services that are still open
   */
  closed (open: ReadonlyArray<Pick<StreamListener, 'protocol'>>): void {
    const gone = [...this.#kept.keys()].filter((protocol) => !open.some((listener) => listener.protocol === protocol))
    gone.forEach((protocol) => {
      this.#kept.delete(protocol)
    })

    if (gone.length > 0) {
      this.#put()
    }
  }

  #put (): void {
    this.#state.put('p2p-listeners', this.#kept.size === 0 ? undefined : [...this.#kept.values()] as unknown as Json)
  }
}
