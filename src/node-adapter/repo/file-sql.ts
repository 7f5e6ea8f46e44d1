import { QuotaExceededError } from '../../store/quota/quota-exceeded-error.ts'
import type { Sql, SqlValue } from '../../store/sql/sql.ts'
import type { SqliteDatabase } from './sqlite-database.ts'

type Statement = ReturnType<SqliteDatabase['prepare']>

/** Limit of prepared statements. Only some have numbers in their text. */
const MAX_STATEMENTS = 256

const READS = /^\s*(SELECT|PRAGMA)\b/i

const FULL = /database or disk is full|ENOSPC|SQLITE_FULL/i

/**
 * An SQLite database in a file, for one process.
 *
 * All changes belong to one open transaction, which `synced` commits. So the callers of a turn of the event loop share
 * one `fsync`, and a crash loses only changes that were not acknowledged.
 */
export class FileSql implements Sql {
  readonly #database: SqliteDatabase
  readonly #statements = new Map<string, Statement>()
  #isDirty = false
  #depth = 0
  #committing: Promise<void> | undefined
  #broken: Error | undefined

  constructor (database: SqliteDatabase) {
    this.#database = database
    // No other process may open it. Without shared memory, both engines can use a write-ahead log.
    this.#run('PRAGMA locking_mode = EXCLUSIVE')
    this.#run('PRAGMA journal_mode = WAL')
    this.#run('PRAGMA synchronous = FULL')
    this.#run('PRAGMA cache_size = -16384')
  }

  /** @throws QuotaExceededError if the disk is full */
  all<Row extends Record<string, SqlValue>> (statement: string, ...values: SqlValue[]): Row[] {
    if (!READS.test(statement)) {
      this.#begin()
    }

    return this.#guarded(() => this.#run<Row>(statement, values))
  }

  transaction<T> (work: () => T): T {
    this.#begin()
    const name = `part${this.#depth++}`
    this.#guarded(() => this.#run(`SAVEPOINT ${name}`))

    try {
      const result = work()
      this.#guarded(() => this.#run(`RELEASE ${name}`))
      return result
    } catch (err) {
      this.#undo(name)
      throw err
    } finally {
      this.#depth--
    }
  }

  async synced (): Promise<void> {
    this.#check()

    if (this.#isDirty) {
      this.#committing ??= new Promise<void>((resolve, reject) => {
        setImmediate(() => {
          try {
            this.#commit()
            resolve()
          } catch (err) {
            reject(err as Error)
          }
        })
      })
      await this.#committing
    }
  }

  /** Commits all changes, and closes the file. No effect the second time. */
  close (): void {
    if (this.#broken == null) {
      try {
        this.#commit()
        this.#run('PRAGMA wal_checkpoint(TRUNCATE)')
      } finally {
        this.#end(new Error('the repo is closed'))
      }
    }
  }

  #begin (): void {
    this.#check()

    if (!this.#isDirty) {
      this.#guarded(() => this.#run('BEGIN IMMEDIATE'))
      this.#isDirty = true
    }
  }

  #commit (): void {
    this.#committing = undefined
    this.#check()

    if (this.#isDirty) {
      try {
        this.#run('COMMIT')
      } catch (err) {
        // Stores have counters in memory that include the lost changes, so they must be opened again.
        const lost = translated(err)
        this.#end(lost)
        throw lost
      }

      this.#isDirty = false
    }
  }

  /** Undoes a part of the transaction. If the engine has undone all of it, earlier changes are lost. */
  #undo (name: string): void {
    if (this.#broken == null) {
      try {
        this.#run(`ROLLBACK TO ${name}`)
        this.#run(`RELEASE ${name}`)
      } catch (err) {
        this.#end(translated(err))
      }
    }
  }

  #end (reason: Error): void {
    this.#broken ??= reason
    this.#statements.forEach((statement) => {
      statement.finalize()
    })
    this.#statements.clear()
    this.#database.close()
  }

  #check (): void {
    if (this.#broken != null) {
      throw this.#broken
    }
  }

  #guarded<T> (run: () => T): T {
    this.#check()

    try {
      return run()
    } catch (err) {
      throw translated(err)
    }
  }

  #run<Row extends Record<string, SqlValue>> (statement: string, values: SqlValue[] = []): Row[] {
    const rows = this.#rows(statement, values)

    for (const row of rows) {
      for (const name in row) {
        const value = row[name]

        if (value instanceof Uint8Array) {
          row[name] = ownBuffer(value)
        }
      }
    }

    return rows as Row[]
  }

  #rows (text: string, values: SqlValue[]): Array<Record<string, unknown>> {
    const statement = this.#prepared(text)

    try {
      return statement.all(values)
    } catch (err) {
      // The WebAssembly build cannot use a statement again that has failed.
      this.#statements.delete(text)
      statement.finalize()
      throw err
    }
  }

  #prepared (text: string): Statement {
    let statement = this.#statements.get(text)

    if (statement == null) {
      if (this.#statements.size >= MAX_STATEMENTS) {
        const [[oldest, dropped]] = this.#statements
        this.#statements.delete(oldest)
        dropped.finalize()
      }

      statement = this.#database.prepare(text)
      this.#statements.set(text, statement)
    }

    return statement
  }
}

function ownBuffer (bytes: Uint8Array): ArrayBufferLike {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer
}

function translated (err: unknown): Error {
  return FULL.test((err as Error).message)
    ? new QuotaExceededError('the disk is full: make room, and start the node again')
    : err as Error
}
