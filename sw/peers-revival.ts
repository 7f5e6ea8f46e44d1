import type { PeersMark } from './peers-mark.ts'
import type { ExtendableEvent } from './worker-types.ts'

export interface PeersRevivalDeps {
  mark: Pick<PeersMark, 'isSet'>
  /** Whether this worker is the one that serves its pages: one that waits for its turn must leave the repo alone. */
  isActive: () => boolean
  /** Opens the node and starts its services, the swarm among them. */
  open: () => Promise<void>
}

/**
 * Opens the node at the first event of a worker, if the node of the worker before had peers: a browser stops a worker at any moment, and
 * its peers should not have to wait for somebody to ask for the node.
 */
export class PeersRevival {
  readonly #deps: PeersRevivalDeps
  #isDone = false

  constructor (deps: PeersRevivalDeps) {
    this.#deps = deps
  }

  /** To be called with each event. */
  event (event: Pick<ExtendableEvent, 'waitUntil'>): void {
    if (!this.#isDone && this.#deps.isActive()) {
      this.#isDone = true
      event.waitUntil(this.#revive())
    }
  }

  async #revive (): Promise<void> {
    if (await this.#deps.mark.isSet()) {
      await this.#deps.open().catch(() => {}) // the reason is told to those that use the node
    }
  }
}
