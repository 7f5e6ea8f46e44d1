import type { Logger } from '../log/logger.ts'

/** Something that a node does besides answering: from `start` on until `stop`. */
export interface Service {
  readonly name: string
  /** Resolves soon; what takes long goes on by `background`. What it throws is told by `Services.list`, and the node runs on without this service. */
  start: (context: ServiceContext) => Promise<void>
  /** Called once after a start, failed or not, when all its background work has ended. */
  stop?: () => Promise<void>
}

export interface ServiceContext {
  /** aborts when the node stops */
  readonly signal: AbortSignal
  /**
   * Runs work behind all answers. It holds the node as a request does, and ends by the signal. Settles as the work does; what
   * nobody looks at is no unhandled rejection, and is told by `Services.list`.
   */
  background: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>
}

export interface ServiceState {
  name: string
  state: 'new' | 'running' | 'failed' | 'stopped'
  /** pieces of background work that are under way */
  working: number
  /** what its start, its stop or its work threw last */
  error?: Error
}

/** Keeps whoever owns the node from giving it up until the work has ended. */
export type Hold = (work: () => Promise<void>) => Promise<void>

interface Entry {
  service: Service
  state: ServiceState
}

/**
 * The services of a node, started in the order in which they were added and stopped in the other one. The owner of the node starts
 * them, when its first answer is out: opening a node waits for none of them.
 */
export class Services {
  readonly #entries: Entry[] = []
  readonly #hold: Hold
  readonly #log: Logger | undefined
  readonly #controller = new AbortController()
  readonly #work = new Set<Promise<void>>()
  #started: Promise<void> | undefined
  #stopped: Promise<void> | undefined

  constructor (hold: Hold = async (work) => { await work() }, log?: Logger) {
    this.#hold = hold
    this.#log = log
  }

  /** @throws an Error once they were started */
  add (service: Service): void {
    if (this.#started != null || this.#stopped != null) {
      throw new Error(`the service ${service.name} comes too late`)
    }

    this.#entries.push({ service, state: { name: service.name, state: 'new', working: 0 } })
  }

  /** One after the other. Never rejects; of no effect the second time, and after `stop`. */
  async start (): Promise<void> {
    this.#started ??= this.#stopped == null ? this.#hold(async () => { await this.#start() }).catch(() => {}) : Promise.resolve()
    await this.#started
  }

  /** Aborts their work, waits for its end, and stops them. Never rejects. */
  async stop (): Promise<void> {
    this.#stopped ??= this.#stop()
    await this.#stopped
  }

  /** Resolves when nothing goes on in the background. Never rejects. */
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

      await this.#told(entry, async () => {
        entry.state.state = 'running'
        await entry.service.start({ signal: this.#controller.signal, background: (work) => this.#background(entry, work) })
      })
    }
  }

  async #stop (): Promise<void> {
    this.#controller.abort(new DOMException('the node is stopping', 'AbortError'))
    await this.idle()

    for (const entry of [...this.#entries].reverse()) {
      if (entry.state.state !== 'new') {
        await this.#told(entry, async () => { await entry.service.stop?.() })
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

  async #told ({ service, state }: Entry, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (err) {
      state.state = 'failed'
      state.error = err as Error
      this.#log?.error(`could not start or stop: ${(err as Error).message}`, { service: service.name })
    }
  }
}
