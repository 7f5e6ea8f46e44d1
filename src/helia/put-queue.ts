import type { BlockOfCid } from './encode-car.ts'

/** Limits of one request. */
const LOT_BYTES = 8 * 1024 * 1024
const LOT_BLOCKS = 1024

interface Waiting {
  block: BlockOfCid
  done: () => void
  failed: (err: unknown) => void
}

/**
 * Batches puts while an earlier batch is being sent: one request per block would need a disk sync each. A put resolves
 * when its batch is durable; batches are atomic.
 */
export class PutQueue {
  readonly #send: (batch: readonly [BlockOfCid, ...BlockOfCid[]]) => Promise<void>
  readonly #waiting: Waiting[] = []
  #running = false

  constructor (send: (batch: readonly [BlockOfCid, ...BlockOfCid[]]) => Promise<void>) {
    this.#send = send
  }

  /**
   * Puts a block.
   *
   * @throws the signal's reason; a queued block is not sent then, one that is being sent may be stored
   */
  async put (block: BlockOfCid, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    const settled = new AbortController()

    try {
      await new Promise<void>((resolve, reject) => {
        const waiting = { block, done: resolve, failed: reject }
        this.#waiting.push(waiting)
        signal?.addEventListener('abort', () => {
          const place = this.#waiting.indexOf(waiting)
          if (place !== -1) {
            this.#waiting.splice(place, 1)
          }
          reject(signal.reason)
        }, { signal: settled.signal })
        if (!this.#running) {
          void this.#run()
        }
      })
    } finally {
      settled.abort()
    }
  }

  async #run (): Promise<void> {
    this.#running = true
    await Promise.resolve() // collects all puts of the same task

    while (this.#waiting.length > 0) {
      const batch = this.#take()
      await this.#send(batch.map(({ block }) => block) as [BlockOfCid]).then(() => {
        batch.forEach(({ done }) => {
          done()
        })
      }, (err) => {
        batch.forEach(({ failed }) => {
          failed(err)
        })
      })
    }

    this.#running = false
  }

  #take (): Waiting[] {
    let bytes = 0
    const count = this.#waiting.findIndex(({ block }, i) => (bytes += block.bytes.byteLength) > LOT_BYTES && i > 0)
    return this.#waiting.splice(0, Math.min(count === -1 ? this.#waiting.length : count, LOT_BLOCKS))
  }
}
