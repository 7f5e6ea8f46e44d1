import type { Logger } from '../../log/logs.ts'

/** A background task of a node, from `start` until `stop`. */
export interface Service {
  readonly name: string
  /**
   * Starts the service. Must resolve soon; long work uses `background`. `Services.list` reports errors, and the node
   * runs on without this service.
   */
  start: (context: ServiceContext) => Promise<void>
  /** Stops the service. Called once after a start, failed or not, when all its background work has ended. */
  stop?: () => Promise<void>
}

export interface ServiceContext {
  /** aborts when the node stops */
  readonly signal: AbortSignal
  /**
   * Runs background work. It holds the node as a request does, and the signal ends it. Settles with the work. An
   * unobserved failure is not an unhandled rejection, and `Services.list` reports it.
   */
  background: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>
}

/**
 * The state of a background task.
 *
 * @example
 * ```ts
 * const failed = node.services.list().filter(({ state }) => state === 'failed')
 * ```
 */
export interface ServiceState {
  name: string
  state: 'new' | 'running' | 'failed' | 'stopped'
  /** running pieces of background work */
  working: number
  /** last error of its start, its stop or its work */
  error?: Error
}

/** Prevents the owner from stopping the node until the work has ended. */
export type Hold = (work: () => Promise<void>) => Promise<void>

interface Entry {
  service: Service
  state: ServiceState
}

/**
 * Starts the services of a node in the order in which they were added, and stops them in reverse order. The owner of
 * the node starts them after its first answer: opening a node waits for none of them.
 */
export class Services {
  readonly #entries: Entry[] = []
  readonly #hold: Hold
  readonly #log: Logger | undefined
  readonly #controller = new AbortController()
  readonly #work = new Set<Promise<void>>()
  #started: Promise<void> | undefined
  #stopped: Promise<void> | undefined

  constructor (hold: Hold = async (work) => {
    await work()
  }, log?: Logger) {
    this.#hold = hold
    this.#log = log
  }

  /**
   * Adds a service.
   *
   * @throws an Error after the start
   */
  add (service: Service): void {
    if (this.#started != null || this.#stopped != null) {
      throw new Error(`the service ${service.name} was added after the start`)
    }

    this.#entries.push({ service, state: { name: service.name, state: 'new', working: 0 } })
  }

  /** Starts the services one after the other. Never rejects. Has no effect the second time, and after `stop`. */
  async start (): Promise<void> {
    this.#started ??= this.#stopped == null
      ? this.#hold(async () => {
        await this.#start()
      }).catch(() => {})
      : Promise.resolve()
    await this.#started
  }

  /** Aborts the work of the services, waits for its end, and stops them. Never rejects. */
  async stop (): Promise<void> {
    this.#stopped ??= this.#stop()
    await this.#stopped
  }

  /** Resolves when no background work is running. Never rejects. */
  async idle (): Promise<void> {
    await this.#started

    while (this.#work.size > 0) {
      await Promise.all(this.#work)
    }
  }

  list (): readonly ServiceState[] {
    return this.#entries.map(({ state }) => ({ ...state }))
  }

  async #start (): Promise<void> {
    for (const entry of this.#entries) {
      if (this.#controller.signal.aborted) {
        return
      }

      await this.#recordFailure(entry, async () => {
        entry.state.state = 'running'
        await entry.service.start({
          signal: this.#controller.signal,
          background: (work) => this.#background(entry, work)
        })
      })
    }
  }

  async #stop (): Promise<void> {
    this.#controller.abort(new DOMException('the node is stopping', 'AbortError'))
    await this.idle()

    for (const entry of [...this.#entries].reverse()) {
      if (entry.state.state !== 'new') {
        await this.#recordFailure(entry, async () => {
          await entry.service.stop?.()
        })
      }

      entry.state.state = 'stopped'
    }
  }

  #background (entry: Entry, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#controller

    const running = this.#hold(async () => {
      signal.throwIfAborted()
      await work(signal)
    })

    entry.state.working++

    const ended = running.catch((err: unknown) => {
      if (!signal.aborted) {
        entry.state.error = err as Error
        this.#log?.error(`work in the background failed: ${(err as Error).message}`, { service: entry.service.name })
      }
    }).finally(() => {
      entry.state.working--
      this.#work.delete(ended)
    })

    this.#work.add(ended)
    return running
  }

  async #recordFailure ({ service, state }: Entry, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (err) {
      state.state = 'failed'
      state.error = err as Error
      this.#log?.error(`could not start or stop: ${(err as Error).message}`, { service: service.name })
    }
  }
}
