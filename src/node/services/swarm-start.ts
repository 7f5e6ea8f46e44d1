import { later } from '../../async/timers/later.ts'
import type { LazySwarm } from '../../swarm/lazy-swarm.ts'
import type { Changes } from './changes.ts'
import type { Service, ServiceContext } from './services.ts'

export interface SwarmStartOptions {
  /** delay after the start of the services; default: none */
  afterMs?: number
}

/**
 * Starts the swarm after the first answer of the node, so that peers can find it before a local request needs the
 * swarm. It follows the settings: going offline closes the connections at once, going online starts the swarm again.
 */
export class SwarmStart implements Service {
  readonly name = 'swarm'
  readonly #swarm: LazySwarm
  readonly #changes: Changes
  readonly #afterMs: number
  #isOff = false
  #stop = (): void => {}

  constructor (swarm: LazySwarm, changes: Changes, { afterMs = 0 }: SwarmStartOptions = {}) {
    this.#swarm = swarm
    this.#changes = changes
    this.#afterMs = afterMs
  }

  async start ({ background }: ServiceContext): Promise<void> {
    // The services report errors; the next user of the swarm tries again.
    const open = (): void => {
      background(async (signal) => {
        await this.#swarm.get(signal)
      }).catch(() => {})
    }

    const follow = (): void => {
      if (this.#swarm.isOff) {
        this.#isOff = true
        void this.#swarm.pause()
      } else if (this.#isOff) {
        this.#isOff = false
        open()
      }
    }

    const unlisten = this.#changes.on((topics) => {
      if (topics.includes('config')) {
        follow()
      }
    })
    let cancel = (): void => {}
    this.#stop = () => {
      unlisten()
      cancel()
    }
    follow()

    if (this.#isOff) {
      return
    }

    if (this.#afterMs > 0) {
      cancel = later(() => {
        if (!this.#swarm.isOff) {
          open()
        }
      }, this.#afterMs)
    } else {
      open()
    }
  }

  async stop (): Promise<void> {
    this.#stop()
  }
}
