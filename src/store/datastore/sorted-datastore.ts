import type { Batch, KeyQuery, Pair, Query } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { NotFoundError } from 'interface-store'
import type { StoreOptions } from '../blockstore.ts'
import { PrefixDatastore } from './prefix-datastore.ts'

/**
 * A datastore in memory whose queries give the rows of a prefix in the order of their keys, and look at no others: that of datastore-core
 * goes through all rows for each question, so that what is asked of one pin takes the longer the more there are.
 */
export class SortedDatastore extends PrefixDatastore {
  readonly #rows = new Map<string, Uint8Array>()
  readonly #keys: string[] = []

  override async put (key: Key, value: Uint8Array, { signal }: StoreOptions = {}): Promise<Key> {
    signal?.throwIfAborted()
    this.#put(key.toString(), value)
    return key
  }

  override async get (key: Key, { signal }: StoreOptions = {}): Promise<Uint8Array> {
    signal?.throwIfAborted()
    const value = this.#rows.get(key.toString())

    if (value == null) {
      throw new NotFoundError(`${key} is not in the datastore`)
    }

    return value
  }

  override async has (key: Key, { signal }: StoreOptions = {}): Promise<boolean> {
    signal?.throwIfAborted()
    return this.#rows.has(key.toString())
  }

  override async delete (key: Key, { signal }: StoreOptions = {}): Promise<void> {
    signal?.throwIfAborted()
    this.#delete(key.toString())
  }

  /** Rows that are written and deleted at one moment, in the order of the calls. */
  override batch (): Batch {
    let steps: Array<() => void> = []

    return {
      put: (key, value) => { steps.push(() => { this.#put(key.toString(), value) }) },
      delete: (key) => { steps.push(() => { this.#delete(key.toString()) }) },
      commit: async ({ signal }: StoreOptions = {}) => {
        signal?.throwIfAborted()
        const taken = steps
        steps = []
        taken.forEach((step) => { step() })
      }
    }
  }

  override async * _all ({ prefix }: Query, { signal }: StoreOptions = {}): AsyncGenerator<Pair> {
    for (const key of this.#below(prefix)) {
      signal?.throwIfAborted()
      yield { key: new Key(key, false), value: this.#rows.get(key)! }
    }
  }

  override async * _allKeys ({ prefix }: KeyQuery, { signal }: StoreOptions = {}): AsyncGenerator<Key> {
    for (const key of this.#below(prefix)) {
      signal?.throwIfAborted()
      yield new Key(key, false)
    }
  }

  /** Others may write between two of them. */
  * #below (prefix = ''): Generator<string> {
    for (let at = this.#place(prefix); at < this.#keys.length && this.#keys[at].startsWith(prefix);) {
      const key = this.#keys[at]
      yield key
      at = this.#keys[at] === key ? at + 1 : this.#place(`${key}\0`)
    }
  }

  #put (key: string, value: Uint8Array): void {
    if (!this.#rows.has(key)) {
      this.#keys.splice(this.#place(key), 0, key)
    }

    this.#rows.set(key, value)
  }

  #delete (key: string): void {
    if (this.#rows.delete(key)) {
      this.#keys.splice(this.#place(key), 1)
    }
  }

  /** Where a key is among the others, or would be. */
  #place (key: string): number {
    let [from, to] = [0, this.#keys.length]

    while (from < to) {
      const middle = (from + to) >>> 1

      if (this.#keys[middle] < key) {
        from = middle + 1
      } else {
        to = middle
      }
    }

    return from
  }
}
