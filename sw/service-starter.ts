import type { IpfsNode } from '../src/node/ipfs-node.ts'
import type { LazyNode } from './lazy-node.ts'

/** So long who waits for an idle node goes on waiting (`whenIdle`). */
const PAUSE_MS = 60_000

/** Starts the services of a node behind its first answer, so that no page waits for them; stops them when the worker has to go. */
export class ServiceStarter {
  readonly #node: Pick<LazyNode, 'hold'>
  #opened: IpfsNode | undefined
  #waiting = false
  #retired = false

  constructor (node: Pick<LazyNode, 'hold'>) {
    this.#node = node
  }

  /** A node was opened. */
  opened (node: IpfsNode): void {
    this.#opened = node
    this.#waiting = true
  }

  /** @returns resolves when there is nothing to do in the background; undefined where nothing was started. Never rejects. */
  answered (): Promise<void> | undefined {
    if (!this.#waiting || this.#retired) {
      return undefined
    }

    this.#waiting = false

    return this.#node.hold(async ({ services }) => { await services.start() })
      .then(async () => { await this.#opened?.services.idle() }, () => {}) // why it does not open is told to whoever asks it
  }

  /** The node is to stop. The next one that is opened has its services started. */
  stop (): void {
    this.#waiting = false
    void this.#opened?.services.stop()
  }

  /** Somebody waits for the node to be idle: jobs that nobody waits for, which may take hours, make room and go on later. */
  pause (): void {
    this.#opened?.jobs.pause(PAUSE_MS)
  }

  /** Another version takes over: work in the background would keep its node from opening. */
  retire (): void {
    this.#retired = true
    void this.#opened?.services.stop()
  }
}
