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
  /** of the one before */
  #ended: Promise<void> = Promise.resolve()
  readonly #watchers = new Set<(swarm: Swarm) => void>()
  #stopped = false

  constructor (open: () => Promise<Swarm>, { isOff = () => false }: LazySwarmOptions = {}) {
    this.#open = open
    this.#isOff = isOff
  }

  /** Whether the settings keep the node from the network. */
  get isOff (): boolean {
    return this.#isOff()
  }

  /** The swarm where it runs. */
  get opened (): Swarm | undefined {
    return this.#opened
  }

  /** @param opened - called with each swarm that has started; must not throw. @returns ends it */
  watch (opened: (swarm: Swarm) => void): () => void {
    this.#watchers.add(opened)
    return () => { this.#watchers.delete(opened) }
  }

  /** Starts it where it does not run yet; a start that failed is tried again. @throws what the start throws; SwarmOfflineError; SwarmStoppedError; the signal's reason */
  async get (signal?: AbortSignal): Promise<Swarm> {
    if (this.#stopped) {
      throw new SwarmStoppedError()
    }

    if (this.isOff) {
      throw new SwarmOfflineError()
    }

    this.#opening ??= this.#start()
    return await unlessAborted(this.#opening, signal)
  }

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

  async stop (): Promise<void> {
    this.#stopped = true
    await this.pause()
  }

  #start (): Promise<Swarm> {
    const ended = this.#ended

    const opening: Promise<Swarm> = (async () => {
      await ended
      return await this.#open()
    })()

    opening.then((swarm) => {
      if (this.#opening === opening) {
        this.#opened = swarm
        this.#watchers.forEach((opened) => { opened(swarm) })
      }
    }, () => {
      if (this.#opening === opening) {
        this.#opening = undefined
      }
    })

    return opening
  }
}
