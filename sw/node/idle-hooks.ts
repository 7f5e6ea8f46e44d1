import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'

/** Time without use after which the node counts as idle. */
const IDLE_MS = 3000

export interface IdleHooks {
  /**
   * Called when the node has been idle for a while, and before it is stopped. A use that begins meanwhile waits until
   * this has settled. Its errors are ignored.
   */
  idle?: (node: IpfsNode) => Promise<void>
  /** Called after each `idle`, before the next use. Its error fails that use; the next use calls it again. */
  busy?: (node: IpfsNode) => Promise<void>
  /** milliseconds without use after which the node is idle */
  idleMs?: number
}

/** Calls the hooks of one node: `idle` after it had nothing to do for a while, `busy` before it is used again. */
export class IdleTracker {
  readonly #hooks: IdleHooks
  #timer: ReturnType<typeof setTimeout> | undefined
  /** the call of `idle` that was not followed by `busy` yet */
  #resting: Promise<void> | undefined
  #waking: Promise<void> | undefined

  constructor (hooks: IdleHooks) {
    this.#hooks = hooks
  }

  /** Starts the idle timer, because the node is not in use. */
  beginSoon (node: IpfsNode): void {
    this.interrupt()

    if (this.#hooks.idle != null && this.#resting == null) {
      this.#timer = setTimeout(() => {
        void this.begin(node)
      }, this.#hooks.idleMs ?? IDLE_MS)
    }
  }

  /** Stops the idle timer, because the node is in use. */
  interrupt (): void {
    clearTimeout(this.#timer)
  }

  /**
   * Calls `idle` now.
   *
   * @returns a promise that resolves when it has settled
   */
  async begin (node: IpfsNode): Promise<void> {
    this.interrupt()
    this.#resting ??= Promise.resolve(this.#hooks.idle?.(node)).catch(() => {})
    await this.#resting
  }

  /**
   * Waits for a running `idle`, and then for `busy`.
   *
   * @throws the error of `busy`
   */
  async end (node: IpfsNode): Promise<void> {
    if (this.#resting != null) {
      await (this.#waking ??= this.#wake(this.#resting, node).finally(() => {
        this.#waking = undefined
      }))
    }
  }

  async #wake (resting: Promise<void>, node: IpfsNode): Promise<void> {
    await resting
    await this.#hooks.busy?.(node)
    this.#resting = undefined
  }
}
