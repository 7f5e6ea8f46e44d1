import type { LazySwarm } from '../swarm/lazy-swarm.ts'
import type { Service, ServiceContext } from './services.ts'

/** Starts the swarm of a node behind its first answer, so that others find it although nobody here has asked for them. */
export class SwarmStart implements Service {
  readonly name = 'swarm'
  readonly #swarm: LazySwarm

  constructor (swarm: LazySwarm) {
    this.#swarm = swarm
  }

  async start ({ background }: ServiceContext): Promise<void> {
    // what it throws is told by the services, and tried again by whoever needs it
    background(async (signal) => { await this.#swarm.get(signal) }).catch(() => {})
  }
}
