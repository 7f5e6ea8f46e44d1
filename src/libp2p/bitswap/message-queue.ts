import { nextTask } from '../../async/timers/next-task.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import type { Logger } from '../../log/logs.ts'
import type { BitswapNetwork } from './bitswap-network.ts'
import { emptyMessage } from './message.ts'
import type { WantEntry } from './message.ts'
import { writeMessage } from './write-message.ts'

/** Largest number of entries in a message, about 50 bytes each. */
const MAX_ENTRIES = 1024

export interface MessageQueueInit {
  network: Pick<BitswapNetwork, 'send'>
  /** called if a message could not be sent: the peer does not know the last changes */
  failed: (peer: string) => void
  signal: AbortSignal
  log?: Logger | undefined
}

/** Queues the wants for one peer. Wants of one task go out in one message, and a want that ends before is not sent. */
export class MessageQueue {
  readonly #peer: string
  readonly #init: MessageQueueInit
  readonly #entries = new Map<string, WantEntry>()
  #sending = false

  constructor (peer: string, init: MessageQueueInit) {
    this.#peer = peer
    this.#init = init
  }

  add (entry: WantEntry): void {
    this.#entries.set(multihashKey(entry.cid.multihash.bytes), entry)
    void this.#send()
  }

  /** Drops an unsent entry, because the peer has sent the block. */
  forget (key: string): void {
    this.#entries.delete(key)
  }

  async #send (): Promise<void> {
    const { network, failed, signal, log } = this.#init

    if (this.#sending) {
      return
    }

    this.#sending = true

    try {
      await nextTask()

      while (this.#entries.size > 0 && !signal.aborted) {
        const some = [...this.#entries].slice(0, MAX_ENTRIES)
        some.forEach(([key]) => {
          this.#entries.delete(key)
        })
        log?.debug('sending wants', { peer: this.#peer, entries: some.length })
        await network.send(this.#peer, writeMessage({ ...emptyMessage(), wants: some.map(([, entry]) => entry) }), {
          signal
        })
      }
    } catch (err) {
      this.#entries.clear()

      if (!signal.aborted) {
        log?.info('wants could not be sent', { peer: this.#peer, problem: (err as Error).message })
        failed(this.#peer)
      }
    } finally {
      this.#sending = false
    }
  }
}
