import { unlessAborted } from '../async/signals/unless-aborted.ts'
import { SwarmOfflineError, SwarmStoppedError } from './swarm-errors.ts'
import type { Swarm } from './swarm.ts'

export interface LazySwarmOptions {
  /** Whether the current configuration disables the network; default no. */
  isOff?: () => boolean
}

/** The swarm of a node, started on first use. Opening a node and reading local blocks does not start it. */
export class LazySwarm {
  readonly #open: () => Promise<Swarm>
  readonly #isOff: () => boolean
  #opening: Promise<Swarm> | undefined
  #opened: Swarm | undefined
  /** Resolves when the previous swarm has stopped. */
  #ended: Promise<void> = Promise.resolve()
  readonly #watchers = new Set<(swarm: Swarm) => void>()
  #stopped = false

  constructor (open: () => Promise<Swarm>, { isOff = () => false }: LazySwarmOptions = {}) {
    this.#open = open
    this.#isOff = isOff
  }

  /** Whether the configuration disables the network. */
  get isOff (): boolean {
    return this.#isOff()
  }

  /** The swarm, if it is running. */
  get opened (): Swarm | undefined {
    return this.#opened
  }

  /**
   * Adds a listener.
   *
   * @param opened - called with each swarm that has started; must not throw
   * @returns a function that removes it
   */
  watch (opened: (swarm: Swarm) => void): () => void {
    this.#watchers.add(opened)
    return () => {
      this.#watchers.delete(opened)
    }
  }

  /**
   * Starts the swarm if necessary. A failed start is repeated by the next call.
   *
   * @throws SwarmOfflineError, SwarmStoppedError
   * @throws errors of the start, and the signal's reason
   */
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

  /** Closes all connections, also of a swarm that is starting. The next use starts a new swarm. */
  async pause (): Promise<void> {
    const opening = this.#opening
    this.#opening = undefined
    this.#opened = undefined

    if (opening != null) {
      const before = this.#ended
      this.#ended = opening.then(async (swarm) => {
        await swarm.stop()
      }).catch(() => {}).then(async () => {
        await before
      })
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
        this.#watchers.forEach((opened) => {
          opened(swarm)
        })
      }
    }, () => {
      if (this.#opening === opening) {
        this.#opening = undefined
      }
    })

    return opening
  }
}
