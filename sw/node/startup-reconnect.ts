import type { ExtendableEvent } from '../scope/worker-types.ts'
import type { PeersMark } from '../storage/peers-mark.ts'

export interface PeersRevivalDeps {
  mark: Pick<PeersMark, 'isSet'>
  /** Whether this worker is the active one: a waiting worker must not open the repo. */
  isActive: () => boolean
  /** Opens the node and starts its services, including the swarm. */
  open: () => Promise<void>
}

/**
 * Opens the node at the first event of a worker, if the previous worker's node had peers. A browser stops workers at
 * any time, and peers should not have to wait for the next request.
 */
export class PeersRevival {
  readonly #deps: PeersRevivalDeps
  #isDone = false

  constructor (deps: PeersRevivalDeps) {
    this.#deps = deps
  }

  /** Must be called with each event. */
  event (event: Pick<ExtendableEvent, 'waitUntil'>): void {
    if (!this.#isDone && this.#deps.isActive()) {
      this.#isDone = true
      event.waitUntil(this.#revive())
    }
  }

  async #revive (): Promise<void> {
    if (await this.#deps.mark.isSet()) {
      await this.#deps.open().catch(() => {}) // callers that use the node get the error
    }
  }
}
