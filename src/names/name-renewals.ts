import type { KeyStore } from '../keys/key-store.ts'
import type { Names } from './names.ts'

/** A worker that nobody needs lives 30 s, and this is not in the way of what it was started for. Kubo waits a minute. */
const FIRST_AFTER_MS = 20_000

/** After an error (boxo `republisher.FailureRetryInterval`). */
const RETRY_AFTER_MS = 300_000

/**
 * Renews the records of all keys again and again, so that names go on after the time of their records is over (boxo
 * `namesys/republisher`). Kubo does so online alone; the datastore is all the network that an offline node has.
 */
export class NameRenewals {
  readonly #names: Names
  readonly #keys: KeyStore
  readonly #life = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor (names: Names, keys: KeyStore) {
    this.#names = names
    this.#keys = keys
  }

  start (): void {
    this.#after(FIRST_AFTER_MS)
  }

  stop (): void {
    clearTimeout(this.#timer)
    this.#life.abort(new Error('the node stops'))
  }

  #after (ms: number): void {
    this.#timer = setTimeout(() => { void this.#renew() }, ms)
    const { unref } = this.#timer as { unref?: () => void }
    unref?.call(this.#timer) // in Node it is no reason to stay
  }

  async #renew (): Promise<void> {
    let next = RETRY_AFTER_MS

    try {
      await this.#names.renew(await this.#keys.privateKeys(), { signal: this.#life.signal })
      next = this.#names.renewEveryMs
    } catch {} // a full disk, say: the next time is soon

    if (!this.#life.signal.aborted) {
      this.#after(next)
    }
  }
}
