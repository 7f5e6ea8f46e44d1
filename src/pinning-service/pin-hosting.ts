import { CID } from 'multiformats/cid'
import { delay } from '../async/timers/delay.ts'
import type { JobNode } from '../jobs/job-node.ts'
import { erasedSpec } from '../jobs/job-spec.ts'
import type { JobProgress, JobState } from '../jobs/job-state.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import type { Service, ServiceContext } from '../node/services/services.ts'
import { HOST_PIN, hostPin } from './host-pin.ts'
import type { HostPinArgs, HostPinTimes } from './host-pin.ts'
import type { HostedPin } from './hosted/hosted-pin.ts'
import { HostedPins } from './hosted/hosted-pins.ts'
import type { NewHostedPin } from './hosted/hosted-pins.ts'

/** The maximum number of requests that are fetched concurrently. Others are queued. */
const MAX_AT_ONCE = 32

/** The time to wait after a cancelled job, to find out whether the whole node is stopping. */
const ENDING_MS = 1000

/** The parts of a node that the service uses. */
export type HostingNode =
  & JobNode
  & Pick<IpfsNode, 'jobs' | 'jobKinds' | 'gcRoots' | 'identity' | 'swarm'>
  & Partial<Pick<IpfsNode, 'providing' | 'logs'>>

/**
 * The pinning service of this node. Runs each request as a job (`hostPin`), some concurrently, the others in order.
 * When the services of the node start, unfinished requests are resumed. Fetched blocks of unfinished requests are
 * protected from garbage collection.
 *
 * @example
 * ```ts
 * let hosting: PinHosting
 * const node = await createNode({
 *   openBlockstore: async () => new MemoryBlockstore(),
 *   datastore: await openDatastore('my-node'),
 *   services: [(node) => (hosting = new PinHosting(node))]
 * })
 * ```
 */
export class PinHosting implements Service {
  readonly name = 'pinning-service'
  readonly node: HostingNode
  readonly #pins: HostedPins
  readonly #times: HostPinTimes
  readonly #queue = new Set<string>()
  readonly #active = new Set<string>()
  #context: ServiceContext | undefined

  constructor (node: HostingNode, times: HostPinTimes = {}) {
    this.node = node
    this.#times = times
    this.#pins = new HostedPins(node)
    node.jobKinds.set(HOST_PIN, (args) => erasedSpec(hostPin(node, args as unknown as HostPinArgs, times)))
    node.gcRoots.add('present', () => this.#unfinishedRoots())
  }

  async start (context: ServiceContext): Promise<void> {
    // Only these fields, because metadata may be long.
    const unfinished: Array<Pick<HostedPin, 'requestId' | 'created'>> = []

    for await (const pin of this.#pins.list()) {
      if (isUnfinished(pin)) {
        unfinished.push({ requestId: pin.requestId, created: pin.created })
      }
    }

    this.#context = context
    context.signal.addEventListener('abort', () => {
      this.#context = undefined
    }, { once: true })

    for (const { requestId } of unfinished.sort((a, b) => a.created < b.created ? -1 : 1)) {
      await this.#enqueueUnlessFatal(requestId)
    }
  }

  /** Yields all requests of a user, unordered. */
  async *list (user: string): AsyncGenerator<HostedPin> {
    for await (const pin of this.#pins.list()) {
      if (pin.user === user) {
        yield pin
      }
    }
  }

  /**
   * Returns a request.
   *
   * @returns undefined if the user has no request with this ID
   */
  async get (requestId: string, user: string): Promise<HostedPin | undefined> {
    const pin = await this.#pins.get(requestId)
    return pin?.user === user ? pin : undefined
  }

  /** Returns the progress of a running request. */
  progress (requestId: string): JobProgress | undefined {
    return this.#jobOf(requestId)?.progress
  }

  async add (pin: NewHostedPin): Promise<HostedPin> {
    const added = await this.#pins.add(pin)
    this.#enqueue(added.requestId)
    return added
  }

  /**
   * Replaces a request.
   *
   * @returns undefined if the user has no request with this ID
   */
  async replace (requestId: string, pin: NewHostedPin): Promise<HostedPin | undefined> {
    const added = await this.#pins.replace(requestId, pin)

    if (added != null) {
      await this.#end(requestId)
      this.#enqueue(added.requestId)
    }

    return added
  }

  /**
   * Removes a request.
   *
   * @returns false if the user has no request with this ID
   */
  async remove (requestId: string, user: string): Promise<boolean> {
    const isRemoved = await this.#pins.remove(requestId, user)

    if (isRemoved) {
      await this.#end(requestId)
    }

    return isRemoved
  }

  /** Cancels the job of a removed request. */
  async #end (requestId: string): Promise<void> {
    this.#queue.delete(requestId)
    const job = this.#jobOf(requestId)

    if (job != null) {
      await this.node.jobs.cancel(job.id)
    }
  }

  /** Enqueues a request, unless its job was given up after repeated crashes: the request fails then. */
  async #enqueueUnlessFatal (requestId: string): Promise<void> {
    const job = this.#jobOf(requestId)

    if (job?.state === 'failed') {
      await this.#pins.update(requestId, { status: 'failed', details: job.message })
      await this.node.jobs.cancel(job.id)
    } else {
      this.#enqueue(requestId)
    }
  }

  #enqueue (requestId: string): void {
    this.#queue.add(requestId)
    this.#next()
  }

  #next (): void {
    for (const requestId of this.#queue) {
      if (this.#context == null || this.#active.size >= MAX_AT_ONCE) {
        return
      }

      this.#queue.delete(requestId)
      this.#active.add(requestId)
      const { signal, background } = this.#context

      background(async () => {
        await this.#host(requestId, signal)
      }).catch(() => {}).finally(() => {
        // reported in the list of services
        this.#active.delete(requestId)
        this.#next()
      })
    }
  }

  async #host (requestId: string, stopping: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stopping]) // a separate signal, because Node.js warns about many listeners on one

    try {
      const status = await this.node.jobs.run(hostPin(this.node, { requestId }, this.#times), { signal }).result

      if (status === 'queued') {
        this.#queue.add(requestId) // at the end of the queue
      } else if (status === 'pinned') {
        await this.#announce(requestId, signal)
      }
    } catch {
      // Either the node stops and resumes the request at its next start, or only this job was cancelled.
      await delay(ENDING_MS, signal)
      await this.#pins.update(requestId, { status: 'failed', details: 'it was cancelled at the node' })
    }
  }

  async #announce (requestId: string, signal: AbortSignal): Promise<void> {
    const pin = await this.#pins.get(requestId)
    const roots = pin == null ? [] : [CID.parse(pin.cid)]
    const { providing, logs } = this.node

    await providing?.announceContent({ roots, isPinned: true, isInMfs: false }, { signal }).catch((err: Error) => {
      logs?.logger('provider').info('a hosted pin was not announced', { problem: err.message })
    })
  }

  #jobOf (requestId: string): JobState | undefined {
    return this.node.jobs.list().find(({ kind, args }) =>
      kind === HOST_PIN && (args as unknown as HostPinArgs).requestId === requestId
    )
  }

  async *#unfinishedRoots (): AsyncGenerator<CID> {
    for await (const pin of this.#pins.list()) {
      if (isUnfinished(pin)) {
        yield CID.parse(pin.cid)
      }
    }
  }
}

function isUnfinished ({ status }: HostedPin): boolean {
  return status === 'queued' || status === 'pinning'
}
