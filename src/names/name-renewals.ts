import { later } from '../async/later.ts'
import type { KeyStore } from '../keys/key-store.ts'
import type { Names } from './names.ts'

/** A worker that nobody needs lives 30 s, and this is not in the way of what it was started for. Kubo waits a minute. */
const FIRST_AFTER_MS = 20_000

/** After an error (boxo `republisher.FailureRetryInterval`). */
const RETRY_AFTER_MS = 300_000

/** What the work behind the answers of a node is given: it ends by the signal, and holds the node while it goes on. */
interface Background {
  signal: AbortSignal
  background: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>
}

/**
 * Renews the records of all keys again and again, so that names go on after the time of their records is over (boxo
 * `namesys/republisher`). Kubo does so online alone; the datastore is all the network that an offline node has. A service of the
 * node: begins with `start`, and ends with its signal.
 */
export class NameRenewals {
  readonly name = 'name-renewals'
  readonly #names: Names
  readonly #keys: KeyStore
  #cancel = (): void => {}

  constructor ({ names, keys }: { names: Names, keys: KeyStore }) {
    this.#names = names
    this.#keys = keys
  }

  async start (context: Background): Promise<void> {
    context.signal.addEventListener('abort', () => { this.#cancel() }, { once: true })
    this.#after(FIRST_AFTER_MS, context)
  }

  #after (ms: number, context: Background): void {
    this.#cancel = later(() => { void this.#renew(context) }, ms)
  }

  async #renew (context: Background): Promise<void> {
    let next = RETRY_AFTER_MS

    try {
      await context.background(async (signal) => { await this.#names.renew(await this.#keys.privateKeys(), { signal }) })
      next = this.#names.renewEveryMs
    } catch {} // a full disk, say: the next time is soon

    if (!context.signal.aborted) {
      this.#after(next, context)
    }
  }
}
