import { PEERS_MARK } from '../../src/client/protocol/peers-mark.ts'
import type { CacheStorageLike } from '../../src/store/cache/caches-with-timeout.ts'

/**
 * Stores across workers whether the node had peers. If it had, the next worker opens the node at its first event. The
 * mark is in the Cache API, because opening the databases only to read it would take longer.
 */
export class PeersMark {
  readonly #caches: CacheStorageLike
  #last: Promise<unknown> = Promise.resolve()
  #isSet: boolean | undefined

  constructor (caches: CacheStorageLike) {
    this.#caches = caches
  }

  /** Returns whether the mark is set. Never rejects. */
  async isSet (): Promise<boolean> {
    await this.#last
    return this.#isSet ??= await this.#caches.has(PEERS_MARK).catch(() => false)
  }

  /**
   * Sets or clears the mark. Resolves when later workers can see it. Never rejects: without the mark they open their
   * node on demand.
   */
  async put (hasPeers: boolean): Promise<void> {
    const before = this.#last

    const done = (async () => {
      await before

      if (this.#isSet !== hasPeers) {
        this.#isSet = hasPeers
        await (hasPeers ? this.#caches.open(PEERS_MARK) : this.#caches.delete(PEERS_MARK))
      }
    })().catch(() => {})

    this.#last = done
    await done
  }
}

export interface StartupReconnectDeps {
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
export class StartupReconnect {
  readonly #deps: StartupReconnectDeps
  #isDone = false

  constructor (deps: StartupReconnectDeps) {
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
