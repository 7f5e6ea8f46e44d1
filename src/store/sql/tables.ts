import type { Sql } from './sql.ts'

/** The maximum bytes of a block in one column: engines limit a row to 2 MiB. */
export const PIECE_BYTES = 1024 * 1024

/** Smaller blocks stay in their rows, because a request to the bucket costs more than they do. */
export const PACKED_FROM_BYTES = 4096

/**
 * The schema. A block is in its row (after the first MiB, in `pieces`), or at `start` of a segment in the bucket.
 *
 * - `granted`: segments that another process may be writing. `until` is set when they are taken back, to the time from
 *   which on it has certainly ended, in milliseconds since 1970
 * - `leases`: owners of granted segments that outlive a write session, and a start of the store
 * - `committed`: sessions whose blocks belong to the store, although not all rows of `owned` are deleted yet
 */
const TABLES = [
  'CREATE TABLE IF NOT EXISTS blocks (id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, size ' +
  'INTEGER NOT NULL, segment INTEGER, start INTEGER, bytes BLOB)',
  'CREATE TABLE IF NOT EXISTS pieces (block INTEGER, n INTEGER, bytes BLOB NOT NULL, PRIMARY KEY (block, n)) ' +
  'WITHOUT ROWID',
  `CREATE INDEX IF NOT EXISTS unpacked ON blocks (id, size) WHERE segment IS NULL AND size >= ${PACKED_FROM_BYTES}`,
  'CREATE INDEX IF NOT EXISTS packed ON blocks (segment, start) WHERE segment IS NOT NULL',
  'CREATE TABLE IF NOT EXISTS segments (id INTEGER PRIMARY KEY AUTOINCREMENT, size INTEGER NOT NULL, live INTEGER)',
  'CREATE TABLE IF NOT EXISTS granted (segment INTEGER PRIMARY KEY, until INTEGER, owner TEXT)',
  'CREATE TABLE IF NOT EXISTS leases (owner TEXT PRIMARY KEY, until INTEGER NOT NULL)',
  'CREATE TABLE IF NOT EXISTS sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)',
  'CREATE TABLE IF NOT EXISTS owned (session INTEGER, block INTEGER, PRIMARY KEY (session, block)) WITHOUT ROWID',
  'CREATE INDEX IF NOT EXISTS owners ON owned (block)',
  'CREATE TABLE IF NOT EXISTS committed (session INTEGER PRIMARY KEY)',
  'CREATE TABLE IF NOT EXISTS counts (one INTEGER PRIMARY KEY CHECK (one = 1), blocks INTEGER NOT NULL, ' +
  'bytes INTEGER NOT NULL)',
  'INSERT OR IGNORE INTO counts (one, blocks, bytes) VALUES (1, 0, 0)'
]

/** Creates the tables of a blockstore if they do not exist. */
export function makeTables (sql: Sql): void {
  sql.transaction(() => {
    TABLES.forEach((statement) => {
      sql.all(statement)
    })
  })
}
