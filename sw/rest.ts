import type { IpfsNode } from '../src/node/ipfs-node.ts'

/** For so long nobody has used the node when it counts as idle. */
const IDLE_MS = 3000

export interface RestHooks {
  /**
   * Called when nothing has been in use for a while, and before the node is stopped. A use that begins meanwhile waits until it
   * has settled. What it throws is not told to anybody.
   */
  idle?: (node: IpfsNode) => Promise<void>
  /** Called after each `idle`, before the next use. What it throws that use throws; the next one calls it again. */
  busy?: (node: IpfsNode) => Promise<void>
  /** milliseconds without a use after which the node is idle */
  idleMs?: number
}

/** Calls the hooks of one node: `idle` when it has had nothing to do for a while, `busy` when it has again. */
export class Rest {
  readonly #hooks: RestHooks
  #timer: ReturnType<typeof setTimeout> | undefined
  /** the call of `idle` that no `busy` has followed */
  #resting: Promise<void> | undefined
  #waking: Promise<void> | undefined

  constructor (hooks: RestHooks) {
    this.#hooks = hooks
  }

  /** Nobody uses the node at the moment. */
  beginSoon (node: IpfsNode): void {
    this.interrupt()

    if (this.#hooks.idle != null && this.#resting == null) {
      this.#timer = setTimeout(() => { void this.begin(node) }, this.#hooks.idleMs ?? IDLE_MS)
    }
  }

  /** Somebody uses it now: it is not idle soon. */
  interrupt (): void {
    clearTimeout(this.#timer)
  }

  /** Rests now. @returns when `idle` has settled */
  async begin (node: IpfsNode): Promise<void> {
    this.interrupt()
    this.#resting ??= Promise.resolve(this.#hooks.idle?.(node)).catch(() => {})
    await this.#resting
  }

  /** Waits for an `idle` under way, and for `busy` after it. @throws what `busy` throws */
  async end (node: IpfsNode): Promise<void> {
    if (this.#resting != null) {
      await (this.#waking ??= this.#wake(this.#resting, node).finally(() => { this.#waking = undefined }))
    }
  }

  async #wake (resting: Promise<void>, node: IpfsNode): Promise<void> {
    await resting
    await this.#hooks.busy?.(node)
    this.#resting = undefined
  }
}
