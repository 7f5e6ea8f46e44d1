import { multiaddr } from '@multiformats/multiaddr'
import type { Json } from '../config/config.ts'
import type { HttpService } from '../swarm/streams/http-service.ts'
import { httpRoot } from '../swarm/streams/http-root.ts'
import type { StreamListener } from '../swarm/streams/stream-listener.ts'
import type { StreamMounts } from '../swarm/streams/stream-mounts.ts'
import type { RuntimeState } from './runtime-state.ts'

/** More services are not kept. */
const MAX_LISTENERS = 64

/** A service of the gateway that other nodes may use (`p2p/listen`). */
interface KeptListener {
  protocol: string
  /** of the kind `/http` */
  target: string
}

/**
 * Keeps the services of the gateway that `p2p/listen` offers over the ends of the worker, until `p2p/close`. Those that end at a page,
 * or at a socket, live no longer than that.
 */
export class KeptListeners {
  readonly #state: Pick<RuntimeState, 'get' | 'put'>
  readonly #kept = new Map<string, KeptListener>()

  constructor (state: Pick<RuntimeState, 'get' | 'put'>) {
    this.#state = state
  }

  /** Offers what an earlier life of the worker offered. The swarm is not started for it. */
  restore (mounts: Pick<StreamMounts, 'offer'>, httpService: HttpService): void {
    const row = this.#state.get('p2p-listeners')

    for (const { protocol, target } of Array.isArray(row) ? row as unknown as KeptListener[] : []) {
      try {
        const targetAddress = multiaddr(target)
        const root = httpRoot(targetAddress)

        if (root != null) {
          this.#kept.set(protocol, { protocol, target })
          mounts.offer({ protocol, targetAddress, connect: async (stream) => httpService(stream, root) }, { startsSwarm: false }).catch(() => {})
        }
      } catch {
        // a row of another version
      }
    }
  }

  /** Keeps a service that was offered. */
  add ({ protocol, target }: KeptListener): void {
    if (this.#kept.size < MAX_LISTENERS) {
      this.#kept.set(protocol, { protocol, target })
      this.#put()
    }
  }

  /** Forgets the services that were closed. @param open - those that are there */
  closed (open: ReadonlyArray<Pick<StreamListener, 'protocol'>>): void {
    const gone = [...this.#kept.keys()].filter((protocol) => !open.some((listener) => listener.protocol === protocol))
    gone.forEach((protocol) => { this.#kept.delete(protocol) })

    if (gone.length > 0) {
      this.#put()
    }
  }

  #put (): void {
    this.#state.put('p2p-listeners', this.#kept.size === 0 ? undefined : [...this.#kept.values()] as unknown as Json)
  }
}
