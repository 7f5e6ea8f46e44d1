import type * as Wasm from 'node-sqlite3-wasm'
import type { SqlValue } from '../../store/sql/sql.ts'

/** A prepared statement. */
interface SqliteStatement {
  all: (values: SqlValue[]) => Array<Record<string, unknown>>
  finalize: () => void
}

/** An open SQLite database of either engine. Every call is synchronous. */
export interface SqliteDatabase {
  prepare: (statement: string) => SqliteStatement
  close: () => void
}

/** The parts of `node:sqlite` that are used: Node.js 22.13 and newer have it. */
interface NodeSqlite {
  DatabaseSync: new(file: string) => {
    prepare: (statement: string) => { all: (...values: SqlValue[]) => Array<Record<string, unknown>> }
    close: () => void
  }
}

/**
 * Opens an SQLite database with the engine of Node.js, or with its WebAssembly build (`node-sqlite3-wasm`) in versions
 * without one. Both write the same files.
 *
 * @param wasm - uses the WebAssembly build in any case
 * @throws an Error if neither engine is there
 */
export async function openSqlite (file: string, { wasm = false } = {}): Promise<SqliteDatabase> {
  const native = wasm ? undefined : process.getBuiltinModule?.('node:sqlite' as never) as NodeSqlite | undefined
  return native == null ? await openWasm(file) : openNative(native, file)
}

function openNative ({ DatabaseSync }: NodeSqlite, file: string): SqliteDatabase {
  const database = new DatabaseSync(file)

  return {
    prepare: (statement) => {
      const prepared = database.prepare(statement)
      return { all: (values) => prepared.all(...values), finalize: () => {} }
    },
    close: () => {
      database.close()
    }
  }
}

async function openWasm (file: string): Promise<SqliteDatabase> {
  const { Database } = await loadWasm()
  const database = new Database(file)

  return {
    prepare: (statement) => {
      const prepared = database.prepare(statement)
      return {
        all: (values) => prepared.all(values as never) as Array<Record<string, unknown>>,
        finalize: () => {
          try {
            prepared.finalize()
          } catch {
            // It repeats the error of the last call.
          }
        }
      }
    },
    close: () => {
      database.close()
    }
  }
}

async function loadWasm (): Promise<Pick<typeof Wasm, 'Database'>> {
  try {
    const { default: module } = await import('node-sqlite3-wasm')
    return module
  } catch (err) {
    throw new Error(
      `Node.js ${process.versions.node} has no SQLite: use Node.js 22.13 or newer, or install the package ` +
        'node-sqlite3-wasm',
      { cause: err }
    )
  }
}
