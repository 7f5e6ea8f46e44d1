import { CID } from 'multiformats/cid'
import { delay } from '../async/delay.ts'
import { erasedSpec } from '../jobs/erased-spec.ts'
import type { JobNode } from '../jobs/job-node.ts'
import type { JobProgress, JobState } from '../jobs/job-state.ts'
import type { IpfsNode } from '../node/ipfs-node.ts'
import type { Service, ServiceContext } from '../node/services.ts'
import { HOST_PIN, hostPin } from './host-pin.ts'
import type { HostPinArgs, HostPinTimes } from './host-pin.ts'
import type { HostedPin } from './hosted/hosted-pin.ts'
import { HostedPins } from './hosted/hosted-pins.ts'
import type { NewHostedPin } from './hosted/hosted-pins.ts'

/** Requests that are fetched at once; the others are queued. */
const MAX_AT_ONCE = 32

/** A job that was ended by somebody else: so long it is waited whether the whole node ends. */
const ENDING_MS = 1000

/** What it uses of a node. */
export type HostingNode = JobNode & Pick<IpfsNode, 'jobs' | 'jobKinds' | 'gcRoots' | 'identity' | 'swarm'>

/**
 * What this node keeps for others, as a service of the node: each request is a job (`hostPin`), some of them at once, the others in
 * their order. What was not done when the node stopped goes on when the services start again. What has come of a request stays until
 * it is done, or removed.
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
    // of each only what it takes to go on with it: their metadata may be long
    const unfinished: Array<Pick<HostedPin, 'requestId' | 'created'>> = []

    for await (const pin of this.#pins.list()) {
      if (isUnfinished(pin)) {
        unfinished.push({ requestId: pin.requestId, created: pin.created })
      }
    }

    this.#context = context
    context.signal.addEventListener('abort', () => { this.#context = undefined }, { once: true })

    for (const { requestId } of unfinished.sort((a, b) => a.created < b.created ? -1 : 1)) {
      await this.#enqueueUnlessFatal(requestId)
    }
  }

  /** All requests of a user, in no order. */
  async * list (user: string): AsyncGenerator<HostedPin> {
    for await (const pin of this.#pins.list()) {
      if (pin.user === user) {
        yield pin
      }
    }
  }

  /** @returns undefined where the user has none of this ID */
  async get (requestId: string, user: string): Promise<HostedPin | undefined> {
    const pin = await this.#pins.get(requestId)
    return pin?.user === user ? pin : undefined
  }

  /** How far a request is that is being fetched. */
  progress (requestId: string): JobProgress | undefined {
    return this.#jobOf(requestId)?.progress
  }

  async add (pin: NewHostedPin): Promise<HostedPin> {
    const added = await this.#pins.add(pin)
    this.#enqueue(added.requestId)
    return added
  }

  /** @returns undefined where the user has none of this ID */
  async replace (requestId: string, pin: NewHostedPin): Promise<HostedPin | undefined> {
    const added = await this.#pins.replace(requestId, pin)

    if (added != null) {
      await this.#end(requestId)
      this.#enqueue(added.requestId)
    }

    return added
  }

  /** @returns false where the user has none of this ID */
  async remove (requestId: string, user: string): Promise<boolean> {
    const isRemoved = await this.#pins.remove(requestId, user)

    if (isRemoved) {
      await this.#end(requestId)
    }

    return isRemoved
  }

  /** A request that is gone needs no job. */
  async #end (requestId: string): Promise<void> {
    this.#queue.delete(requestId)
    const job = this.#jobOf(requestId)

    if (job != null) {
      await this.node.jobs.cancel(job.id)
    }
  }

  /** What ends the node each time it is begun is not begun for ever. */
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

      background(async () => { await this.#host(requestId, signal) }).catch(() => {}).finally(() => { // told by the list of services
        this.#active.delete(requestId)
        this.#next()
      })
    }
  }

  async #host (requestId: string, stopping: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stopping]) // of its own: Node takes many listeners for a leak

    try {
      const status = await this.node.jobs.run(hostPin(this.node, { requestId }, this.#times), { signal }).result

      if (status === 'queued') {
        this.#queue.add(requestId) // behind all others
      }
    } catch {
      // the node stops, and goes on with it at its next start; or somebody has ended this job alone
      await delay(ENDING_MS, signal)
      await this.#pins.update(requestId, { status: 'failed', details: 'it was cancelled at the node' })
    }
  }

  #jobOf (requestId: string): JobState | undefined {
    return this.node.jobs.list().find(({ kind, args }) => kind === HOST_PIN && (args as unknown as HostPinArgs).requestId === requestId)
  }

  async * #unfinishedRoots (): AsyncGenerator<CID> {
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
