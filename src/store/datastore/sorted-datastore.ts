import type { Batch, KeyQuery, Pair, Query } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { NotFoundError } from 'interface-store'
import type { StoreOptions } from '../blockstore/blockstore.ts'
import { PrefixDatastore } from './prefix-datastore.ts'

/**
 * An in-memory datastore with sorted keys. A prefix query reads only the matching rows, in key order. The one of
 * datastore-core scans all rows for each query.
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

  /** Returns a batch that is applied synchronously, in the order of the calls. */
  override batch (): Batch {
    let steps: Array<() => void> = []

    return {
      put: (key, value) => {
        steps.push(() => {
          this.#put(key.toString(), value)
        })
      },
      delete: (key) => {
        steps.push(() => {
          this.#delete(key.toString())
        })
      },
      commit: async ({ signal }: StoreOptions = {}) => {
        signal?.throwIfAborted()
        const taken = steps
        steps = []
        taken.forEach((step) => {
          step()
        })
      }
    }
  }

  override async *_all ({ prefix }: Query, { signal }: StoreOptions = {}): AsyncGenerator<Pair> {
    for (const key of this.#below(prefix)) {
      signal?.throwIfAborted()
      yield { key: new Key(key, false), value: this.#rows.get(key)! }
    }
  }

  override async *_allKeys ({ prefix }: KeyQuery, { signal }: StoreOptions = {}): AsyncGenerator<Key> {
    for (const key of this.#below(prefix)) {
      signal?.throwIfAborted()
      yield new Key(key, false)
    }
  }

  /** Yields the keys with a prefix. Rows may be written between two of them. */
  *#below (prefix = ''): Generator<string> {
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

  /** Returns the index of a key, or the index where it would be inserted (binary search). */
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
