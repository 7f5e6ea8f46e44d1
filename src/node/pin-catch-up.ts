import { later } from '../async/later.ts'
import type { Later } from '../async/later.ts'
import type { IpfsNode } from './ipfs-node.ts'
import type { Service, ServiceContext } from './services.ts'

/** When pins have not changed for so long, what they keep is looked at: not while somebody adds one after the other. */
const QUIET_MS = 3000

/** Pins that may wait while others come: about as many as a question about them walks in a quarter of a second. */
const MAX_BEHIND = 1024

/** From so many on they are walked although somebody waits for an answer: pins that come one behind the other would never leave a moment for it. */
const MANY_BEHIND = 8192

/** CIDs after which the node is let go of. */
const SLICE_CIDS = 4096

/** Between slices: who waits for the node to be idle, as the update of a worker does for 200 ms, comes in between. */
const REST_MS = 250

/** While somebody waits for an answer it is left to have all of the worker, its memory too; for so long, and looked at so often. */
const BUSY_MS = 60_000
const LOOK_AGAIN_MS = 1000

export interface PinCatchUpOptions {
  /** a timer when left out */
  later?: Later
}

/**
 * Walks below recursive pins and brings those of a repo of before up to date in the background, slice by slice: in this order, since who asks what
 * keeps a block would have to wait for the walk, and for nothing else. It begins some seconds behind the start or the last pin, or when many have come. What fails is left to the next start of the node, and
 * to those who ask.
 */
export class PinCatchUp implements Service {
  readonly name = 'pin-catch-up'
  readonly #node: Pick<IpfsNode, 'pins' | 'pinIndex' | 'requests'>
  readonly #later: Later
  #context: ServiceContext | undefined
  /** pins that came since the last slice */
  #came = 0
  /** there were so many of them that nothing is waited for until they are done */
  #isLate = false
  #isWorking = false
  #cancel = (): void => {}

  constructor (node: Pick<IpfsNode, 'pins' | 'pinIndex' | 'requests'>, options: PinCatchUpOptions = {}) {
    this.#node = node
    this.#later = options.later ?? later
    node.pins.watch(({ length }) => { this.#onPins(length) })
  }

  async start (context: ServiceContext): Promise<void> {
    this.#context = context
    context.signal.addEventListener('abort', () => { this.#end() }, { once: true })
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
      return // looked at when the slice is done
    }

    if (this.#came < MAX_BEHIND) {
      this.#wait(QUIET_MS)
    } else {
      this.#work()
    }
  }

  #wait (ms: number): void {
    this.#cancel()
    this.#cancel = this.#later(() => { this.#work() }, ms)
  }

  #work (): void {
    this.#cancel()

    this.#isLate ||= this.#came >= MANY_BEHIND

    if (!this.#isLate && this.#node.requests.isBusy(BUSY_MS)) {
      this.#wait(LOOK_AGAIN_MS)
      return
    }

    this.#isWorking = true
    this.#slice().catch(() => { this.#end() }) // told by the list of services
  }

  async #slice (): Promise<void> {
    let isBehind = false
    this.#came = 0
    await this.#context?.background(async (signal) => { isBehind = await this.#node.pinIndex.catchUp({ signal, maxCids: SLICE_CIDS }) || await this.#node.pins.settle() })
    this.#isWorking = false
    this.#isLate &&= isBehind

    if (this.#context != null && (isBehind || this.#came > 0)) {
      this.#wait(isBehind ? REST_MS : QUIET_MS)
    }
  }
}
