import type { Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { ifFound } from '../async/promises/if-found.ts'

/** Limits of rows that an app may store in the node: keys, names, states. Larger data should be stored as content. */
export const APP_DATA_LIMITS = {
  /** Characters of a key. */
  keyChars: 1024,
  /** Bytes of a value. */
  valueBytes: 1024 * 1024,
  /** Rows per read. */
  rows: 256,
  /** Written rows, and removed rows, per change. */
  changedRows: 16_384,
  /** Total bytes of values per change. */
  changedBytes: 64 * 1024 * 1024,
  /** Keys per listing. */
  keys: 100_000
}

/** Prefix of all rows of apps. */
const PREFIX = '/app-data'

/** A row to write, or to remove if it has no value. */
export interface AppRow {
  key: string
  value: Uint8Array | undefined
}

/**
 * Yields the keys below a prefix that an app has stored, and the key that equals the prefix.
 *
 * @throws an Error for an invalid prefix, and after 100,000 keys
 */
export async function* appDataKeys (datastore: Datastore, prefix: string): AsyncGenerator<string> {
  let count = 0

  for await (const key of datastore.queryKeys({ prefix: prefix === '/' ? `${PREFIX}/` : rowKey(prefix).toString() })) {
    if (++count > APP_DATA_LIMITS.keys) {
      throw new Error('too many keys')
    }

    yield key.toString().slice(PREFIX.length)
  }
}

/**
 * Returns the value of each key; undefined for a missing one.
 *
 * @throws an Error for more than 256 keys, or an invalid one
 */
export async function readAppData (datastore: Datastore, keys: string[]): Promise<Array<Uint8Array | undefined>> {
  checkCount(keys.length, APP_DATA_LIMITS.rows)
  const rows = keys.map(rowKey)
  const values: Array<Uint8Array | undefined> = []

  for (const row of rows) {
    values.push(await ifFound(async () => await datastore.get(row)))
  }

  return values
}

/**
 * Writes and removes rows in one atomic step, once all of them have arrived.
 *
 * @throws an Error for rows beyond the limits, and the errors of the source; nothing is changed then
 */
export async function changeAppData (datastore: Datastore, rows: AsyncIterable<AppRow>): Promise<void> {
  const batch = datastore.batch()
  let bytes = 0
  let put = 0
  let removed = 0

  for await (const { key, value } of rows) {
    const row = rowKey(key)

    if (value == null) {
      checkCount(++removed, APP_DATA_LIMITS.changedRows)
      batch.delete(row)
      continue
    }

    if (value.byteLength > APP_DATA_LIMITS.valueBytes) {
      throw new Error(`a value has at most ${APP_DATA_LIMITS.valueBytes} bytes`)
    }

    if ((bytes += value.byteLength) > APP_DATA_LIMITS.changedBytes) {
      throw new Error(`at most ${APP_DATA_LIMITS.changedBytes} bytes at once`)
    }

    checkCount(++put, APP_DATA_LIMITS.changedRows)
    batch.put(row, value)
  }

  await batch.commit()
}

function rowKey (key: string): Key {
  if (!key.startsWith('/') || key.length > APP_DATA_LIMITS.keyChars) {
    throw new Error(`a key begins with / and has at most ${APP_DATA_LIMITS.keyChars} characters`)
  }

  return new Key(`${PREFIX}${key}`)
}

function checkCount (count: number, limit: number): void {
  if (count > limit) {
    throw new Error(`at most ${limit} rows at once`)
  }
}
