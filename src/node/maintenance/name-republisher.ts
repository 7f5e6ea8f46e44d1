import { later } from '../../async/timers/later.ts'
import { nameRenewal } from '../../jobs/kinds/name-renewal.ts'
import type { LazySwarm } from '../../swarm/lazy-swarm.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'
import type { Service, ServiceContext } from '../services/services.ts'

/**
 * Delay after the start of the node, and of each swarm, so that renewals do not slow down the first requests. An idle
 * worker lives 30 s. Kubo waits a minute.
 */
const FIRST_AFTER_MS = 20_000

/** Delay after an error, and after a record that was not accepted (boxo `republisher.FailureRetryInterval`). */
const RETRY_AFTER_MS = 300_000

/**
 * Republishes the records of all keys periodically, so that names do not expire (boxo `namesys/republisher`). Kubo does
 * so only online; here an offline node renews the records in its datastore. Each round is a job: it resumes at the next
 * start after a crash.
 */
export class NameRepublisher implements Service {
  readonly name = 'name-renewals'
  readonly #node: Pick<IpfsNode, 'names' | 'keys' | 'jobs' | 'logs'>
  readonly #swarm: Pick<LazySwarm, 'watch'> | undefined
  #cancel = (): void => {}

  /**
   * Creates the service.
   *
   * @param swarm - each new swarm triggers a renewal: it may not have the records of the previous one, or of names
   *   published without a swarm
   */
  constructor (node: Pick<IpfsNode, 'names' | 'keys' | 'jobs' | 'logs'>, swarm?: Pick<LazySwarm, 'watch'>) {
    this.#node = node
    this.#swarm = swarm
  }

  async start (context: ServiceContext): Promise<void> {
    const unwatch = this.#swarm?.watch(() => {
      this.#after(FIRST_AFTER_MS, context)
    })

    context.signal.addEventListener('abort', () => {
      unwatch?.()
      this.#cancel()
    }, { once: true })

    this.#after(FIRST_AFTER_MS, context)
  }

  #after (ms: number, context: ServiceContext): void {
    this.#cancel()
    this.#cancel = later(() => {
      void this.#renew(context)
    }, ms)
  }

  async #renew (context: ServiceContext): Promise<void> {
    const log = this.#node.logs.logger('ipns/repub')
    let next = RETRY_AFTER_MS

    try {
      await context.background(async (signal) => {
        const { renewed, untaken } = await this.#node.jobs.run(nameRenewal(this.#node), { signal }).result
        log.info('records were republished', { renewed, untaken })
        next = untaken > 0 ? RETRY_AFTER_MS : this.#node.names.renewEveryMs
      })
    } catch (err) {
      // For example a full disk: retry soon.
      if (!context.signal.aborted) {
        log.error('republishing failed', { problem: (err as Error).message })
      }
    }

    if (!context.signal.aborted) {
      this.#after(next, context)
    }
  }
}
