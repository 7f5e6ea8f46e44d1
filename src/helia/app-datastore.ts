import { BaseDatastore } from 'datastore-core'
import type { Batch, KeyQuery, Pair, Query } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { NotFoundError } from 'interface-store'
import { appData } from '../client/node/app-data.ts'

interface CallOptions {
  signal?: AbortSignal
}

/** Rows that a query reads at once, at most 256 MiB. */
const ROWS = 256

/** Rows of the app in the datastore of the shared node. Batches are atomic. */
export class AppDatastore extends BaseDatastore {
  readonly #ask: typeof appData

  /**
   * Creates the datastore.
   *
   * @param ask - calls the node; default: the node of this origin
   */
  constructor (ask: typeof appData = appData) {
    super()
    this.#ask = ask
  }

  override async put (key: Key, value: Uint8Array, options?: CallOptions): Promise<Key> {
    await this.#ask({ put: [[key.toString(), value]] }, options)
    return key
  }

  override async get (key: Key, options?: CallOptions): Promise<Uint8Array> {
    const { values: [value] } = await this.#ask({ get: [key.toString()] }, options)
    if (value == null) {
      throw new NotFoundError(`${key} is not there`)
    }
    return value
  }

  override async has (key: Key, options?: CallOptions): Promise<boolean> {
    return (await this.#ask({ get: [key.toString()] }, options)).values[0] != null
  }

  override async delete (key: Key, options?: CallOptions): Promise<void> {
    await this.#ask({ remove: [key.toString()] }, options)
  }

  override batch (): Batch {
    const put = new Map<string, Uint8Array>()
    const removed = new Set<string>()

    return {
      put (key, value) {
        put.set(key.toString(), value)
        removed.delete(key.toString())
      },
      delete (key) {
        removed.add(key.toString())
        put.delete(key.toString())
      },
      commit: async (options) => {
        await this.#ask({ put: [...put], remove: [...removed] }, options)
        put.clear()
        removed.clear()
      }
    }
  }

  override async *_all ({ prefix }: Query, options?: CallOptions): AsyncGenerator<Pair> {
    const { keys } = await this.#ask({ prefix: prefix ?? '/' }, options)

    for (let i = 0; i < keys.length; i += ROWS) {
      const batch = keys.slice(i, i + ROWS)
      const { values } = await this.#ask({ get: batch }, options)

      for (const [j, value] of values.entries()) {
        // It may have been deleted meanwhile.
        if (value != null) {
          yield { key: new Key(batch[j]), value }
        }
      }
    }
  }

  override async *_allKeys ({ prefix }: KeyQuery, options?: CallOptions): AsyncGenerator<Key> {
    for (const key of (await this.#ask({ prefix: prefix ?? '/' }, options)).keys) {
      yield new Key(key)
    }
  }
}
