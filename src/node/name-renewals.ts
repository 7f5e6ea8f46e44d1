import { later } from '../async/later.ts'
import { nameRenewal } from '../jobs/kinds/name-renewal.ts'
import type { LazySwarm } from '../swarm/lazy-swarm.ts'
import type { IpfsNode } from './ipfs-node.ts'
import type { Service, ServiceContext } from './services.ts'

/** Behind the start of the node, and of each swarm. A worker that nobody needs lives 30 s, and this is not in the way of what it was started for. Kubo waits a minute. */
const FIRST_AFTER_MS = 20_000

/** After an error, and when a record came to nobody (boxo `republisher.FailureRetryInterval`). */
const RETRY_AFTER_MS = 300_000

/**
 * Renews the records of all keys again and again, so that names go on after the time of their records is over (boxo
 * `namesys/republisher`). Kubo does so online alone; the datastore is all the network that an offline node has. Each
 * time is a job: one that a kill ends goes on at the next start.
 */
export class NameRenewals implements Service {
  readonly name = 'name-renewals'
  readonly #node: Pick<IpfsNode, 'names' | 'keys' | 'jobs'>
  readonly #swarm: Pick<LazySwarm, 'watch'> | undefined
  #cancel = (): void => {}

  /** @param swarm - a new one may know nothing of what the one before was told, or come after what was published while there was none */
  constructor (node: Pick<IpfsNode, 'names' | 'keys' | 'jobs'>, swarm?: Pick<LazySwarm, 'watch'>) {
    this.#node = node
    this.#swarm = swarm
  }

  async start (context: ServiceContext): Promise<void> {
    const unwatch = this.#swarm?.watch(() => { this.#after(FIRST_AFTER_MS, context) })

    context.signal.addEventListener('abort', () => {
      unwatch?.()
      this.#cancel()
    }, { once: true })

    this.#after(FIRST_AFTER_MS, context)
  }

  #after (ms: number, context: ServiceContext): void {
    this.#cancel()
    this.#cancel = later(() => { void this.#renew(context) }, ms)
  }

  async #renew (context: ServiceContext): Promise<void> {
    let next = RETRY_AFTER_MS

    try {
      await context.background(async (signal) => {
        const { untaken } = await this.#node.jobs.run(nameRenewal(this.#node), { signal }).result
        next = untaken > 0 ? RETRY_AFTER_MS : this.#node.names.renewEveryMs
      })
    } catch {} // a full disk, say: the next time is soon

    if (!context.signal.aborted) {
      this.#after(next, context)
    }
  }
}
