import type { Batch, KeyQuery, Pair, Query } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { NotFoundError } from 'interface-store'
import type { StoreOptions } from '../blockstore/blockstore.ts'
import { PrefixDatastore } from '../datastore/prefix-datastore.ts'
import type { Sql, SqlValue } from './sql.ts'

const TABLE = 'CREATE TABLE IF NOT EXISTS data (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID'
const PUT = 'INSERT INTO data (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value'
const DELETE = 'DELETE FROM data WHERE key = ?'

/** Sorts after every possible continuation of a key. */
const LAST = '\u{10ffff}'

/** The number of rows in a page. Rows may be written between two pages. Pages grow if their rows are short. */
const PREFETCHED_ROWS = 16
const MAX_ROWS = 256

/** The bytes of a page above which the next one has fewer rows. All bytes of a page are in memory. */
const PAGE_BYTES = 1024 * 1024

/**
 * A datastore in one table of an SQLite database. Queries return rows in key order, one page at a time. If the engine
 * limits a row (to 2 MiB), the error of a larger one is the engine's.
 */
export class SqlDatastore extends PrefixDatastore {
  readonly #sql: Sql

  constructor (sql: Sql) {
    super()
    this.#sql = sql
    sql.all(TABLE)
  }

  override async put (key: Key, value: Uint8Array, { signal }: StoreOptions = {}): Promise<Key> {
    signal?.throwIfAborted()
    this.#sql.all(PUT, key.toString(), value)
    await this.#sql.synced()
    return key
  }

  override async get (key: Key, { signal }: StoreOptions = {}): Promise<Uint8Array> {
    signal?.throwIfAborted()
    const [row] = this.#sql.all<{ value: ArrayBuffer }>('SELECT value FROM data WHERE key = ?', key.toString())

    if (row == null) {
      throw new NotFoundError(`${key} is not in the datastore`)
    }

    return new Uint8Array(row.value)
  }

  override async has (key: Key, { signal }: StoreOptions = {}): Promise<boolean> {
    signal?.throwIfAborted()
    return this.#sql.all('SELECT 1 AS one FROM data WHERE key = ?', key.toString()).length > 0
  }

  override async delete (key: Key, { signal }: StoreOptions = {}): Promise<void> {
    signal?.throwIfAborted()
    this.#sql.all(DELETE, key.toString())
    await this.#sql.synced()
  }

  /** Returns a batch that is one transaction, in the order of the calls, and durable when `commit` resolves. */
  override batch (): Batch {
    let steps: Array<() => void> = []

    return {
      put: (key, value) => {
        steps.push(() => {
          this.#sql.all(PUT, key.toString(), value)
        })
      },
      delete: (key) => {
        steps.push(() => {
          this.#sql.all(DELETE, key.toString())
        })
      },
      commit: async ({ signal } = {}) => {
        signal?.throwIfAborted()
        const taken = steps
        steps = []
        this.#sql.transaction(() => {
          taken.forEach((step) => {
            step()
          })
        })
        await this.#sql.synced()
      }
    }
  }

  override async *_all ({ prefix }: Query, { signal }: StoreOptions = {}): AsyncGenerator<Pair> {
    for (const { key, value } of this.#pages<{ key: string; value: ArrayBuffer }>('key, value', prefix)) {
      signal?.throwIfAborted()
      yield { key: new Key(key, false), value: new Uint8Array(value) }
    }
  }

  override async *_allKeys ({ prefix }: KeyQuery, { signal }: StoreOptions = {}): AsyncGenerator<Key> {
    for (const { key } of this.#pages<{ key: string }>('key', prefix)) {
      signal?.throwIfAborted()
      yield new Key(key, false)
    }
  }

  async close (): Promise<void> {}

  *#pages<Row extends { key: string; value?: ArrayBuffer }> (columns: string, prefix = ''): Generator<Row> {
    let first = prefix
    let from = '>='
    let limit = PREFETCHED_ROWS

    while (true) {
      const rows = this.#sql.all<Row & Record<string, SqlValue>>(
        `SELECT ${columns} FROM data WHERE key ${from} ? AND key < ? ORDER BY key LIMIT ${limit}`,
        first,
        prefix + LAST
      )
      const bytes = rows.reduce((sum, { value }) => sum + (value?.byteLength ?? 0), 0)
      yield* rows

      if (rows.length < limit) {
        return
      }

      limit = Math.max(1, Math.min(MAX_ROWS, limit * 2, Math.floor(limit * PAGE_BYTES / bytes)))
      first = rows.at(-1)!.key
      from = '>'
    }
  }
}
