import type { BlockOfCid } from './car-of.ts'

/** Bytes and blocks that go in one request. */
const LOT_BYTES = 8 * 1024 * 1024
const LOT_BLOCKS = 1024

interface Waiting {
  block: BlockOfCid
  done: () => void
  failed: (err: unknown) => void
}

/**
 * Collects what is put while an earlier lot is on its way, and sends that as one: a request a block would take its own sync of the
 * disk each. A put is done when its lot is durable; the blocks of a lot come in together, or none does.
 */
export class PutQueue {
  readonly #send: (lot: readonly [BlockOfCid, ...BlockOfCid[]]) => Promise<void>
  readonly #waiting: Waiting[] = []
  #running = false

  constructor (send: (lot: readonly [BlockOfCid, ...BlockOfCid[]]) => Promise<void>) {
    this.#send = send
  }

  /** @throws the signal's reason: a block that waits is not sent then, one that is on its way may come in */
  async put (block: BlockOfCid, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    const settled = new AbortController()

    try {
      await new Promise<void>((resolve, reject) => {
        const waiting = { block, done: resolve, failed: reject }
        this.#waiting.push(waiting)
        signal?.addEventListener('abort', () => {
          const place = this.#waiting.indexOf(waiting)
          if (place !== -1) this.#waiting.splice(place, 1)
          reject(signal.reason)
        }, { signal: settled.signal })
        if (!this.#running) void this.#run()
      })
    } finally {
      settled.abort()
    }
  }

  async #run (): Promise<void> {
    this.#running = true
    await Promise.resolve() // who puts several at once has put them all then

    while (this.#waiting.length > 0) {
      const lot = this.#take()
      await this.#send(lot.map(({ block }) => block) as [BlockOfCid]).then(() => { lot.forEach(({ done }) => { done() }) }, (err) => { lot.forEach(({ failed }) => { failed(err) }) })
    }

    this.#running = false
  }

  #take (): Waiting[] {
    let bytes = 0
    const count = this.#waiting.findIndex(({ block }, i) => (bytes += block.bytes.byteLength) > LOT_BYTES && i > 0)
    return this.#waiting.splice(0, Math.min(count === -1 ? this.#waiting.length : count, LOT_BLOCKS))
  }
}
