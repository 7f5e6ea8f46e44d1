import { Key } from 'interface-datastore'
import { ifFound } from '../../src/async/promises/if-found.ts'
import { APP_DATA_LIMITS } from '../../src/client/protocol/app-data-limits.ts'
import type { AppDataAnswer, AppDataQuestion } from '../../src/client/protocol/messages.ts'
import type { LazyNode } from '../node/lazy-node.ts'

/** Prefix of all rows of apps. */
const PREFIX = '/app-data'

/** Reads or changes rows that an app stores in the node's datastore. Never rejects. */
export async function answerAppData (
  lazy: Pick<LazyNode, 'hold'>,
  { prefix, get, put, remove }: AppDataQuestion
): Promise<AppDataAnswer> {
  try {
    return await lazy.hold(async ({ datastore }) => {
      const keys: string[] = []
      const values: Array<Uint8Array | undefined> = []

      if (prefix != null) {
        // Includes the row of the prefix itself; the client filters it out.
        for await (
          const key of datastore.queryKeys({ prefix: prefix === '/' ? `${PREFIX}/` : rowKey(prefix).toString() })
        ) {
          if (keys.push(key.toString().slice(PREFIX.length)) > APP_DATA_LIMITS.keys) {
            throw new Error('too many keys')
          }
        }
      }

      for (const key of checkCount(get ?? [], APP_DATA_LIMITS.rows)) {
        values.push(await ifFound(async () => await datastore.get(rowKey(key))))
      }

      if (put != null || remove != null) {
        const batch = datastore.batch()
        let bytes = 0

        checkCount(put ?? [], APP_DATA_LIMITS.changedRows).forEach(([key, value]) => {
          batch.put(rowKey(key), rowValue(value))
          if ((bytes += value.byteLength) > APP_DATA_LIMITS.changedBytes) {
            throw new Error(`at most ${APP_DATA_LIMITS.changedBytes} bytes at once`)
          }
        })
        checkCount(remove ?? [], APP_DATA_LIMITS.changedRows).forEach((key) => {
          batch.delete(rowKey(key))
        })
        await batch.commit()
      }

      return { type: 'app-data', keys, values }
    })
  } catch (err) {
    return { type: 'app-data', keys: [], values: [], error: (err as Error).message }
  }
}

function rowKey (key: unknown): Key {
  if (typeof key !== 'string' || !key.startsWith('/') || key.length > APP_DATA_LIMITS.keyChars) {
    throw new Error(`a key begins with / and has at most ${APP_DATA_LIMITS.keyChars} characters`)
  }

  return new Key(`${PREFIX}${key}`)
}

function rowValue (value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array) || value.byteLength > APP_DATA_LIMITS.valueBytes) {
    throw new Error(`a value has at most ${APP_DATA_LIMITS.valueBytes} bytes`)
  }

  return value
}

function checkCount<T> (rows: T[], limit: number): T[] {
  if (rows.length > limit) {
    throw new Error(`at most ${limit} rows at once`)
  }

  return rows
}
