import { isBlobResponse } from '../../src/http/response/blob-response.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import type { DatabaseLostError } from '../../src/store/database/database-lost-error.ts'
import { abortableResponse } from '../responses/abortable-response.ts'
import { IdleTracker } from './idle-hooks.ts'
import type { IdleHooks } from './idle-hooks.ts'

/** Opens the node. Calls `onLost` if one of its databases is closed unexpectedly. */
export type OpenNode = (onLost: (err: DatabaseLostError) => void) => Promise<IpfsNode>

export interface LazyNodeHooks extends IdleHooks {
  /** called after the node was discarded because one of its databases was closed; the next request opens it again */
  lost?: (err: DatabaseLostError) => void
}

/** A node that is open or being opened. */
interface Opened {
  readonly node: Promise<IpfsNode>
  readonly rest: IdleTracker
}

/**
 * The node of this worker. The first request that needs it opens it, and all requests share it. It is released when
 * another version has taken over, so that the new worker can open the repo after the last answer.
 */
export class LazyNode {
  readonly #open: OpenNode
  readonly #hooks: LazyNodeHooks
  #opened: Opened | undefined
  /** resolves when the stores of the previous node are closed; the next node opens after that */
  #stopped: Promise<void> = Promise.resolve()
  #inUse = 0
  #uses = 0
  #retired = false

  /** @param hooks - called when the node becomes idle or busy, and when it was lost */
  constructor (open: OpenNode, hooks: LazyNodeHooks = {}) {
    this.#open = open
    this.#hooks = hooks
  }

  /** Runs a request with the node, which counts as in use until the body of the response has ended. */
  async use (work: (open: () => Promise<IpfsNode>) => Promise<Response>): Promise<Response> {
    const release = this.#take()

    try {
      const response = await work(async () => await this.#get())

      // A Blob is read by the browser without the worker, and must not be wrapped.
      if (response.body == null || isBlobResponse(response)) {
        release()
        return response
      }

      return abortableResponse(response, { ended: release }).response
    } catch (err) {
      release()
      throw err
    }
  }

  /** Runs internal work with the node, which counts as in use until the work has ended. */
  async hold<T> (work: (node: IpfsNode) => Promise<T>): Promise<T> {
    const release = this.#take()

    try {
      return await work(await this.#get())
    } finally {
      release()
    }
  }

  /** whether a node is open or being opened; false while it is being stopped */
  get isOpen (): boolean {
    return this.#opened != null
  }

  /** number of requests in progress, including their bodies, and of internal work */
  get inUse (): number {
    return this.#inUse
  }

  /** number of uses that have begun, including finished ones */
  get uses (): number {
    return this.#uses
  }

  /** Stops the node when it is no longer in use. A later request opens it again. */
  retire (): void {
    this.#retired = true
    this.#unused()
  }

  /**
   * Stops the node if it is not in use, so that another worker of the origin can open the repo. The next request opens
   * it again.
   *
   * @returns whether the node stops
   */
  releaseRepo (): boolean {
    if (this.#inUse > 0 || this.#opened == null) {
      return false
    }

    this.shutDown()
    return true
  }

  /**
   * Stops the node immediately and aborts requests that use it. The next request opens it again, unless opening is
   * refused.
   */
  shutDown (): void {
    const opened = this.#opened

    if (opened != null) {
      this.#opened = undefined
      this.#stopped = this.#stop(opened)
    }
  }

  /** Opening and waking count as a use of their own, because the caller may be gone before they finish. */
  async #get (): Promise<IpfsNode> {
    const release = this.#take()

    try {
      const opened = this.#opened ??= this.#begin()
      const node = await opened.node
      await opened.rest.end(node)
      return node
    } finally {
      release()
    }
  }

  /**
   * Starts to open the node. After a failure (storage refused, another version still running) the next request tries
   * again.
   */
  #begin (): Opened {
    const opened: Opened = {
      node: this.#stopped.then(async () =>
        await this.#open((err) => {
          this.#lose(opened, err)
        })
      ),
      rest: new IdleTracker(this.#hooks)
    }

    opened.node.catch(() => {
      if (this.#opened === opened) {
        this.#opened = undefined
      }
    })

    return opened
  }

  /**
   * Discards a lost node and aborts its requests with this error. Nothing waits for it to stop, because its lock is
   * free already.
   */
  #lose (opened: Opened, err: DatabaseLostError): void {
    if (this.#opened === opened) {
      this.#opened = undefined
      opened.rest.interrupt()
      opened.node.then(async (node) => {
        await node.stop(err)
      }).catch(() => {})
      this.#hooks.lost?.(err)
    }
  }

  /**
   * Counts a use.
   *
   * @returns an idempotent function that ends it
   */
  #take (): () => void {
    let taken = true
    this.#inUse++
    this.#uses++
    this.#opened?.rest.interrupt()

    return () => {
      if (taken) {
        taken = false
        this.#inUse--
        this.#unused()
      }
    }
  }

  #unused (): void {
    const opened = this.#opened

    if (this.#inUse > 0 || opened == null) {
      return
    }

    if (this.#retired) {
      this.#opened = undefined
      this.#stopped = this.#stop(opened)
    } else {
      opened.node.then((node) => {
        if (this.#inUse === 0 && this.#opened === opened) {
          opened.rest.beginSoon(node)
        }
      }, () => {})
    }
  }

  async #stop ({ node: opening, rest }: Opened): Promise<void> {
    try {
      const node = await opening
      await rest.begin(node)
      await node.stop()
    } catch {
      // A node that failed to open needs no stop. A node that fails to stop has released as much as possible.
    }
  }
}
