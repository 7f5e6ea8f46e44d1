import type { Batch, KeyQuery, Pair, Query } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { NotFoundError } from 'interface-store'
import type { StoreOptions } from '../blockstore/blockstore.ts'
import type { OnLost } from '../database/database-lost-error.ts'
import { Database, listResult, requestResult } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { PrefixDatastore } from './prefix-datastore.ts'
import { RowsAhead } from './rows-ahead.ts'

/**
 * The prefix of rows with relaxed durability. They are many, and no change made by a person depends on them: a power
 * cut may lose the last ones. All others are on disk when the promise of their change resolves.
 */
const RELAXED_PREFIX = '/block-store/journal/'

/** Options for committing a batch. */
export interface CommitOptions extends StoreOptions {
  /** `relaxed` for rows that can be derived from other data, and may be lost by a power cut. */
  durability?: IDBTransactionDurability
}

/**
 * The number of rows that a query reads in one transaction. Few enough that young-generation garbage collection frees
 * them.
 */
const QUERY_BATCH = 128

/** The batch size of queries without values. Values are buffers, which are expensive to collect. */
const KEYS_BATCH = 512

/**
 * A datastore in IndexedDB, with the schema of the package datastore-idb, so that each can open databases of the other.
 *
 * It replaces that package because pins need two things: atomic batches that fail loudly, and prefix queries with a
 * cost that does not grow with the store. In the package, a failed batch is dropped without an error, and a full disk
 * appears as `PutFailedError`. Its queries read every key of the store, and then each value in a transaction of its
 * own.
 */
export class IdbDatastore extends PrefixDatastore {
  readonly #name: string
  readonly #database: Database
  readonly #ahead: RowsAhead

  private constructor (name: string, database: Database, readFirst: readonly Key[]) {
    super()
    this.#name = name
    this.#database = database
    const store = readFirst.length === 0 ? undefined : this.#read()
    this.#ahead = new RowsAhead(
      readFirst.map(String),
      async (key) => await requestResult<Uint8Array | undefined>(store!.get(key))
    )
  }

  /**
   * Opens the datastore.
   *
   * @param name - of the database and of the object store in it
   * @param onLost - called if the connection is lost
   * @param readFirst - rows to prefetch, because they are going to be read at once
   */
  static async open (
    name: string,
    indexedDB: IDBFactory,
    onLost?: OnLost,
    readFirst: readonly Key[] = []
  ): Promise<IdbDatastore> {
    const db = await openDatabase(indexedDB, name, 1, async (db) => {
      db.createObjectStore(name)
    })
    return new IdbDatastore(name, new Database(db, undefined, onLost), readFirst)
  }

  override async put (key: Key, value: Uint8Array, { signal }: StoreOptions = {}): Promise<Key> {
    signal?.throwIfAborted()
    await this.#write(keyDurability(key), (store) => {
      store.put(value, key.toString())
    })
    return key
  }

  override async get (key: Key, { signal }: StoreOptions = {}): Promise<Uint8Array> {
    signal?.throwIfAborted()
    const value = await (this.#ahead.of(key.toString()) ??
      requestResult<Uint8Array | undefined>(this.#read().get(key.toString())))

    if (value == null) {
      throw new NotFoundError(`${key} is not in the datastore`)
    }

    return value
  }

  override async has (key: Key, { signal }: StoreOptions = {}): Promise<boolean> {
    signal?.throwIfAborted()
    const ahead = this.#ahead.of(key.toString())
    return ahead == null ? await requestResult(this.#read().getKey(key.toString())) !== undefined : await ahead != null
  }

  override async delete (key: Key, { signal }: StoreOptions = {}): Promise<void> {
    signal?.throwIfAborted()
    await this.#write(keyDurability(key), (store) => {
      store.delete(key.toString())
    })
  }

  /**
   * Returns a batch that is one transaction, in the order of the calls. It is durable when `commit` resolves, unless
   * the options say otherwise.
   */
  override batch (): Batch {
    let steps: Array<(store: IDBObjectStore) => void> = []

    return {
      put: (key, value) => {
        steps.push((store) => {
          store.put(value, key.toString())
        })
      },
      delete: (key) => {
        steps.push((store) => {
          store.delete(key.toString())
        })
      },
      commit: async ({ signal, durability = 'strict' }: CommitOptions = {}) => {
        signal?.throwIfAborted()
        const taken = steps
        steps = []
        await this.#write(durability, (store) => {
          taken.forEach((step) => {
            step(store)
          })
        })
      }
    }
  }

  override async *_all (query: Query, { signal }: StoreOptions = {}): AsyncGenerator<Pair> {
    for await (const [keys, store] of this.#pages(QUERY_BATCH, query.prefix, signal)) {
      const values = await listResult<Uint8Array>(store.getAll(IDBKeyRange.bound(keys[0], keys.at(-1))))

      for (const [i, key] of keys.entries()) {
        signal?.throwIfAborted()
        yield { key: new Key(key, false), value: values[i] }
      }
    }
  }

  override async *_allKeys (query: KeyQuery, { signal }: StoreOptions = {}): AsyncGenerator<Key> {
    for await (const [keys] of this.#pages(KEYS_BATCH, query.prefix, signal)) {
      for (const key of keys) {
        signal?.throwIfAborted()
        yield new Key(key, false)
      }
    }
  }

  async close (): Promise<void> {
    this.#database.close()
  }

  /** Yields pages of keys with a prefix, with the object store of a transaction that can still read the values. */
  async *#pages (
    size: number,
    prefix = '',
    signal?: AbortSignal
  ): AsyncGenerator<[keys: string[], store: IDBObjectStore]> {
    signal?.throwIfAborted()
    const end = `${prefix}\uffff`
    let range = IDBKeyRange.bound(prefix, end)

    while (true) {
      const store = this.#read()
      const keys = await listResult(store.getAllKeys(range, size)) as string[]

      if (keys.length > 0) {
        yield [keys, store]
      }

      if (keys.length < size) {
        return
      }

      range = IDBKeyRange.bound(keys.at(-1), end, true)
    }
  }

  #read (): IDBObjectStore {
    return this.#database.read([this.#name]).objectStore(this.#name)
  }

  async #write (durability: IDBTransactionDurability, body: (store: IDBObjectStore) => void): Promise<void> {
    this.#ahead.drop()
    await this.#database.write('datastore', [this.#name], durability, async (tx) => {
      body(tx.objectStore(this.#name))
    })
  }
}

function keyDurability (key: Key): IDBTransactionDurability {
  return key.toString().startsWith(RELAXED_PREFIX) ? 'relaxed' : 'strict'
}
