import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import type { LazyNode } from './lazy-node.ts'

/** Time for which a caller of `waitUntilIdle` waits. */
const PAUSE_MS = 60_000

/**
 * Starts the services of a node after its first answer, so that no page waits for them. Stops them when the worker must
 * end.
 */
export class ServiceStarter {
  readonly #node: Pick<LazyNode, 'hold'>
  #opened: IpfsNode | undefined
  #waiting = false
  #retired = false

  constructor (node: Pick<LazyNode, 'hold'>) {
    this.#node = node
  }

  /** Records that a node was opened. */
  opened (node: IpfsNode): void {
    this.#opened = node
    this.#waiting = true
  }

  /**
   * Starts the services if they are due. Never rejects.
   *
   * @returns a promise that resolves when there is no background work; undefined if nothing was started
   */
  answered (): Promise<void> | undefined {
    if (!this.#waiting || this.#retired) {
      return undefined
    }

    this.#waiting = false

    return this.#node.hold(async ({ services }) => {
      await services.start()
    })
      .then(async () => {
        await this.#opened?.services.idle()
      }, () => {}) // callers that use the node get the error
  }

  /** Stops the services before the node is stopped. Those of the next node are started again. */
  stop (): void {
    this.#waiting = false
    void this.#opened?.services.stop()
  }

  /**
   * Pauses jobs that no request waits for, because a caller waits for an idle node and jobs may take hours. They
   * continue later.
   */
  pause (): void {
    this.#opened?.jobs.pause(PAUSE_MS)
  }

  /**
   * Stops the services for good, because another version takes over and background work would keep its node from
   * opening.
   */
  retire (): void {
    this.#retired = true
    void this.#opened?.services.stop()
  }
}
