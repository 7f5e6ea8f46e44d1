import type { AnsweringCaches } from '../src/store/answering-caches.ts'

/** A Cache of this name stands while the node has peers to come back to. It is empty. */
const MARK = 'swipfs-has-peers'

/**
 * Remembers over the ends of the worker whether its node had peers. The next worker opens the node at its first event if so, and looks
 * that up here: to open the databases only for that would take longer.
 */
export class PeersMark {
  readonly #caches: AnsweringCaches
  #last: Promise<unknown> = Promise.resolve()
  #isSet: boolean | undefined

  constructor (caches: AnsweringCaches) {
    this.#caches = caches
  }

  /** Never rejects. */
  async isSet (): Promise<boolean> {
    await this.#last
    return this.#isSet ??= await this.#caches.has(MARK).catch(() => false)
  }

  /** Sets or clears the mark. Resolves when later workers see it. Never rejects: without it they open their node when it is needed. */
  async put (hasPeers: boolean): Promise<void> {
    const before = this.#last

    const done = (async () => {
      await before

      if (this.#isSet !== hasPeers) {
        this.#isSet = hasPeers
        await (hasPeers ? this.#caches.open(MARK) : this.#caches.delete(MARK))
      }
    })().catch(() => {})

    this.#last = done
    await done
  }
}
