import { QuotaExceededError } from '../../src/store/quota/quota-exceeded-error.ts'
import type { Sql, SqlValue } from '../../src/store/sql/sql.ts'
import type { ObjectStorage } from './edge-types.ts'

/** Returns the SQLite database of a Durable Object. */
export function objectSql (storage: ObjectStorage): Sql {
  return {
    all: <Row extends Record<string, SqlValue>>(statement: string, ...values: SqlValue[]) => {
      try {
        return storage.sql.exec(statement, ...values).toArray() as Row[]
      } catch (err) {
        throw /SQLITE_FULL/.test((err as Error).message)
          ? new QuotaExceededError('the storage of this object is full')
          : err
      }
    },
    transaction: (work) => storage.transactionSync(work),
    synced: async () => {
      await storage.sync()
    }
  }
}
