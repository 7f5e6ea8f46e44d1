import { later } from '../../async/timers/later.ts'
import type { Later } from '../../async/timers/later.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'
import type { Service, ServiceContext } from '../services/services.ts'

/** Quiet time after the last pin before the walk starts, so that it does not run during a series of adds. */
const QUIET_MS = 3000

/** New pins for which the walk may wait: about as many as a query walks in a quarter of a second. */
const MAX_BEHIND = 1024

/**
 * New pins from which the walk runs despite active requests: a steady series of pins would otherwise postpone it
 * forever.
 */
const MANY_BEHIND = 8192

/** CIDs per slice, after which the node is released. */
const SLICE_CIDS = 4096

/** Pause between slices, for waiters for an idle node: the update of a worker waits for 200 ms of idle time. */
const REST_MS = 250

/**
 * Yields the worker and its memory to active requests, for at most `BUSY_MS` each. Checks again every `LOOK_AGAIN_MS`.
 */
const BUSY_MS = 60_000
const LOOK_AGAIN_MS = 1000

export interface PinCatchUpOptions {
  /** default: a timer */
  later?: Later
}

/**
 * Walks new recursive pins, then migrates legacy pins, in the background and slice by slice. The walk has priority,
 * because queries for the pins of a block have to wait for it.
 *
 * It starts some seconds after the start of the node or the last pin, or when many pins were added. After an error it
 * stops until the next start of the node; queries do the walk meanwhile.
 */
export class PinCatchUp implements Service {
  readonly name = 'pin-catch-up'
  readonly #node: Pick<IpfsNode, 'pins' | 'pinIndex' | 'requests'>
  readonly #later: Later
  #context: ServiceContext | undefined
  /** pins added since the last slice */
  #came = 0
  /** Whether the number of added pins is so large that the walk runs without waiting for requests. */
  #isLate = false
  #isWorking = false
  #cancel = (): void => {}

  constructor (node: Pick<IpfsNode, 'pins' | 'pinIndex' | 'requests'>, options: PinCatchUpOptions = {}) {
    this.#node = node
    this.#later = options.later ?? later
    node.pins.watch(({ length }) => {
      this.#onPins(length)
    })
  }

  async start (context: ServiceContext): Promise<void> {
    this.#context = context
    context.signal.addEventListener('abort', () => {
      this.#end()
    }, { once: true })
    this.#wait(QUIET_MS)
  }

  async stop (): Promise<void> {
    this.#end()
  }

  #end (): void {
    this.#context = undefined
    this.#cancel()
  }

  #onPins (count: number): void {
    if (this.#context == null) {
      return
    }

    this.#came += count

    if (this.#isWorking) {
      return // checked at the end of the slice
    }

    if (this.#came < MAX_BEHIND) {
      this.#wait(QUIET_MS)
    } else {
      this.#work()
    }
  }

  #wait (ms: number): void {
    this.#cancel()
    this.#cancel = this.#later(() => {
      this.#work()
    }, ms)
  }

  #work (): void {
    this.#cancel()

    this.#isLate ||= this.#came >= MANY_BEHIND

    if (!this.#isLate && this.#node.requests.isBusy(BUSY_MS)) {
      this.#wait(LOOK_AGAIN_MS)
      return
    }

    this.#isWorking = true
    this.#slice().catch(() => {
      this.#end()
    }) // `Services.list` reports it
  }

  async #slice (): Promise<void> {
    let isBehind = false
    this.#came = 0
    await this.#context?.background(async (signal) => {
      isBehind = await this.#node.pinIndex.catchUp({ signal, maxCids: SLICE_CIDS }) ||
        await this.#node.pins.migrateLegacyPins()
    })
    this.#isWorking = false
    this.#isLate &&= isBehind

    if (this.#context != null && (isBehind || this.#came > 0)) {
      this.#wait(isBehind ? REST_MS : QUIET_MS)
    }
  }
}
