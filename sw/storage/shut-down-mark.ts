import type { StartNodeAnswer } from '../../src/client/protocol/messages.ts'
import { defineError } from '../../src/errors/define-error.ts'
import type { CacheStorageLike } from '../../src/store/cache/caches-with-timeout.ts'

/** Name of a cache that exists while the node is shut down; it survives the worker. */
const MARK = 'swipfs-shut-down'

/** Thrown if the node was shut down, and no page has started it since. */
export class NodeShutDownError extends defineError('NodeShutDownError') {
  constructor () {
    super('the node was shut down; it starts again when its page is loaded')
  }
}

/** Stores that the user shut the node down, so that no request starts it until a page asks for that. */
export class ShutDownMark {
  readonly #caches: CacheStorageLike
  #isDown: boolean | undefined

  constructor (caches: CacheStorageLike) {
    this.#caches = caches
  }

  /** Sets the mark. It applies immediately, and to later workers once this resolves. */
  async set (): Promise<void> {
    this.#isDown = true
    await this.#caches.open(MARK)
  }

  async clear (): Promise<void> {
    this.#isDown = false
    await this.#caches.delete(MARK)
  }

  /**
   * Rejects while the mark is set.
   *
   * @throws NodeShutDownError if the node is shut down
   */
  async refuse (): Promise<void> {
    this.#isDown ??= await this.#caches.has(MARK).catch(() => false)

    if (this.#isDown) {
      throw new NodeShutDownError()
    }
  }
}

export async function answerStart (mark: ShutDownMark): Promise<StartNodeAnswer> {
  await mark.clear()
  return { type: 'start-node' }
}
