import type { StreamListener } from './stream-listener.ts'

/**
 * The protocols that this node offers to other peers for somebody else, one listener each (Kubo `p2p/listener.go`). In memory: none
 * is left when the node stops, as in Kubo.
 */
export class StreamListeners {
  readonly #listeners = new Map<string, { listener: StreamListener, end: () => void, ended: Promise<void> }>()

  /**
   * @returns a promise of its end by `close`
   * @throws an Error when there is one of that protocol
   */
  register (listener: StreamListener): Promise<void> {
    if (this.#listeners.has(listener.protocol)) {
      throw new Error('listener already registered')
    }

    let end = (): void => {}
    const ended = new Promise<void>((resolve) => { end = resolve })
    this.#listeners.set(listener.protocol, { listener, end, ended })
    return ended
  }

  /** Sorted by protocol. */
  list (): StreamListener[] {
    return [...this.#listeners.values()].map(({ listener }) => listener).sort((a, b) => a.protocol < b.protocol ? -1 : 1)
  }

  /** Ends those that match, not the streams that they have opened. @returns how many */
  close (matches: (listener: StreamListener) => boolean): number {
    const closing = [...this.#listeners.values()].filter(({ listener }) => matches(listener))

    for (const { listener, end } of closing) {
      this.#listeners.delete(listener.protocol)
      end()
    }

    return closing.length
  }
}
