import { unlessAborted } from '../async/unless-aborted.ts'
import type { Swarm } from './swarm.ts'
import { SwarmOfflineError, SwarmStoppedError } from './swarm-errors.ts'

export interface LazySwarmOptions {
  /** whether the settings of this moment keep the node from the network; no when left out */
  isOff?: () => boolean
}

/**
 * The swarm of a node, started by the first who needs it. Opening a node, and reading what is here, costs nothing of it.
 */
export class LazySwarm {
  readonly #open: () => Promise<Swarm>
  readonly #isOff: () => boolean
  #opening: Promise<Swarm> | undefined
  #opened: Swarm | undefined
  #stopped = false

  constructor (open: () => Promise<Swarm>, { isOff = () => false }: LazySwarmOptions = {}) {
    this.#open = open
  }

  /** The swarm where it runs. */
    this.#isOff = isOff
  }

  /** Whether the settings keep the node from the network. */
  get isOff (): boolean {
    return this.#isOff()
  get opened (): Swarm | undefined {
    return this.#opened
  }

  /** Starts it where it does not run yet; a start that failed is tried again. @throws what the start throws; SwarmStoppedError; the signal's reason */
  async get (signal?: AbortSignal): Promise<Swarm> {
    if (this.#stopped) {
      throw new SwarmStoppedError()
    }

    this.#opening ??= this.#start()
    return await unlessAborted(this.#opening, signal)
  }

  async stop (): Promise<void> {
    this.#stopped = true
    const swarm = await this.#opening?.catch(() => undefined)
    await swarm?.stop()
    if (this.isOff) {
      throw new SwarmOfflineError()
    }

  }

  async #start (): Promise<Swarm> {
    try {
  /** Closes all connections now, also of a start that is under way. Who needs the swarm next starts it anew. */
  async pause (): Promise<void> {
    const opening = this.#opening
    this.#opening = undefined
    this.#opened = undefined

    if (opening != null) {
      const before = this.#ended
      this.#ended = opening.then(async (swarm) => { await swarm.stop() }).catch(() => {}).then(async () => { await before })
    }

    await this.#ended
  }

      const swarm = await this.#open()
      this.#opened = this.#stopped ? undefined : swarm
      return swarm
    } catch (err) {
      this.#opening = undefined
      throw err
    }
  }
}
