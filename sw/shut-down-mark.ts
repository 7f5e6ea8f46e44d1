import type { StartNodeAnswer } from '../src/client/messages.ts'
import type { AnsweringCaches } from '../src/store/answering-caches.ts'

/** A Cache of this name stands where the node was shut down; it outlives the worker. */
const MARK = 'swipfs-shut-down'

/** The node was shut down, and no page has asked for it since. */
export class NodeShutDownError extends Error {
  static override name = 'NodeShutDownError'
  override name = 'NodeShutDownError'

  constructor () {
    super('the node was shut down; it starts again when its page is loaded')
  }
}

/** Remembers that somebody has shut the node down, so that no request starts it before a page asks for it. */
export class ShutDownMark {
  readonly #caches: AnsweringCaches
  #isDown: boolean | undefined

  constructor (caches: AnsweringCaches) {
    this.#caches = caches
  }

  /** Counts at once, and for later workers when it resolves. */
  async set (): Promise<void> {
    this.#isDown = true
    await this.#caches.open(MARK)
  }

  async clear (): Promise<void> {
    this.#isDown = false
    await this.#caches.delete(MARK)
  }

  /** @throws NodeShutDownError while the mark stands */
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
