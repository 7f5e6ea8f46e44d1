import { unlessAborted } from '../async/unless-aborted.ts'
import type { Swarm } from './swarm.ts'
import { SwarmStoppedError } from './swarm-errors.ts'

/**
 * The swarm of a node, started by the first who needs it. Opening a node, and reading what is here, costs nothing of it.
 */
export class LazySwarm {
  readonly #open: () => Promise<Swarm>
  #opening: Promise<Swarm> | undefined
  #opened: Swarm | undefined
  #stopped = false

  constructor (open: () => Promise<Swarm>) {
    this.#open = open
  }

  /** The swarm where it runs. */
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
  }

  async #start (): Promise<Swarm> {
    try {
      const swarm = await this.#open()
      this.#opened = this.#stopped ? undefined : swarm
      return swarm
    } catch (err) {
      this.#opening = undefined
      throw err
    }
  }
}
