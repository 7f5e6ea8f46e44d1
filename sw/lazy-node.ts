import { isBlobResponse } from '../src/http/blob-response.ts'
import type { IpfsNode } from '../src/node/ipfs-node.ts'
import type { DatabaseLostError } from '../src/store/database/database-lost-error.ts'
import { Rest } from './rest.ts'
import type { RestHooks } from './rest.ts'
import { whenBodyEnds } from './when-body-ends.ts'

/** Opens the node. `onLost` is to be called when the browser, or somebody, has closed one of its databases. */
export type OpenNode = (onLost: (err: DatabaseLostError) => void) => Promise<IpfsNode>

export interface LazyNodeHooks extends RestHooks {
  /** the node was dropped since one of its databases was closed; the next request opens it anew */
  lost?: (err: DatabaseLostError) => void
}

/** An open node, or one that is being opened. */
interface Opened {
  readonly node: Promise<IpfsNode>
  readonly rest: Rest
}

/**
 * The node of this worker: opened by the first request that needs it, shared by all, and given up when another version has
 * taken over, so that its repo is free for the new worker as soon as the last answer is out.
 */
export class LazyNode {
  readonly #open: OpenNode
  readonly #hooks: LazyNodeHooks
  #opened: Opened | undefined
  /** of the node before; the next one opens when its stores are closed */
  #stopped: Promise<void> = Promise.resolve()
  #inUse = 0
  #uses = 0
  #retired = false

  /** @param hooks - what is to be done when the node has nothing to do, before it has again, and when it was lost */
  constructor (open: OpenNode, hooks: LazyNodeHooks = {}) {
    this.#open = open
    this.#hooks = hooks
  }

  /** Runs a request with the node; it counts as in use until the body of its response has ended. */
  async use (work: (open: () => Promise<IpfsNode>) => Promise<Response>): Promise<Response> {
    const release = this.#take()

    try {
      const response = await work(async () => await this.#get())

      // what is a Blob the browser reads past us, and nothing may stand in front of it
      if (response.body == null || isBlobResponse(response)) {
        release()
        return response
      }

      return whenBodyEnds(response, release)
    } catch (err) {
      release()
      throw err
    }
  }

  /** Runs work of the worker itself with the node, which is in use until the work has ended, as for a request. */
  async hold<T> (work: (node: IpfsNode) => Promise<T>): Promise<T> {
    const release = this.#take()

    try {
      return await work(await this.#get())
    } finally {
      release()
    }
  }

  /** whether a node is open, or being opened; not one that is being stopped */
  get isOpen (): boolean {
    return this.#opened != null
  }

  /** how many requests are being answered, bodies included, and how many works hold the node */
  get inUse (): number {
    return this.#inUse
  }

  /** how many uses have begun, those that are over too */
  get uses (): number {
    return this.#uses
  }

  /** Stops the node once nobody uses it any more. A later request opens it again. */
  retire (): void {
    this.#retired = true
    this.#unused()
  }

  /**
   * Stops the node if nothing uses it, so that another worker of the origin can open the repo. The next request opens it anew.
   *
   * @returns whether the node stops
   */
  giveWay (): boolean {
    if (this.#inUse > 0 || this.#opened == null) {
      return false
    }

    this.shutDown()
    return true
  }

  /** Stops the node now: requests that run on it end. The next one opens it anew, unless opening is refused. */
  shutDown (): void {
    const opened = this.#opened

    if (opened != null) {
      this.#opened = undefined
      this.#stopped = this.#stop(opened)
    }
  }

  /** Opening and waking count as a use of their own: who asked may have gone before they are done. */
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

  /** A failed opening (storage refused, another version still at work) is tried again by the next request. */
  #begin (): Opened {
    const opened: Opened = {
      node: this.#stopped.then(async () => await this.#open((err) => { this.#lose(opened, err) })),
      rest: new Rest(this.#hooks)
    }

    opened.node.catch(() => {
      if (this.#opened === opened) {
        this.#opened = undefined
      }
    })

    return opened
  }

  /** Requests that run on the lost node end by this error; nobody waits for it to stop, since its lock is free already. */
  #lose (opened: Opened, err: DatabaseLostError): void {
    if (this.#opened === opened) {
      this.#opened = undefined
      opened.rest.interrupt()
      opened.node.then(async (node) => { await node.stop(err) }).catch(() => {})
      this.#hooks.lost?.(err)
    }
  }

  /** @returns ends this use; of no effect the second time */
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
      opened.node.then((node) => { if (this.#inUse === 0 && this.#opened === opened) opened.rest.beginSoon(node) }, () => {})
    }
  }

  async #stop ({ node: opening, rest }: Opened): Promise<void> {
    try {
      const node = await opening
      await rest.begin(node)
      await node.stop()
    } catch {
      // a node that did not open needs no stop, and one that does not stop in order has let go of what it could
    }
  }
}
