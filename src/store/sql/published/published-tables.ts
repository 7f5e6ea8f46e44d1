import type { Sql } from '../sql.ts'

/** Bundles below this size are bundled again. */
export const SMALL_BUNDLE_BYTES = 256 * 1024

/** The number of the next publication. */
const NEXT = '(SELECT seq + 1 FROM publication)'

/**
 * The tables of the publisher. `blocks.bundle` is the bundle with a copy of a block that is in its row.
 *
 * - `unwritten`: containers whose contents must be written or deleted
 * - `unindexed`: containers that are in no run yet
 * - `changed`: containers that lost blocks lately; `listed` is when a manifest said so, in milliseconds since 1970
 * - `runs`: index runs; `level` is null as long as the object may be incomplete, and -1 if it is to be deleted
 */
const TABLES = [
  'CREATE TABLE IF NOT EXISTS bundles (id INTEGER PRIMARY KEY AUTOINCREMENT, bytes INTEGER NOT NULL)',
  'CREATE TABLE IF NOT EXISTS unwritten (container INTEGER PRIMARY KEY, seq INTEGER NOT NULL)',
  'CREATE TABLE IF NOT EXISTS unindexed (container INTEGER PRIMARY KEY)',
  'CREATE TABLE IF NOT EXISTS changed (container INTEGER PRIMARY KEY, seq INTEGER NOT NULL, listed INTEGER)',
  'CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY AUTOINCREMENT, level INTEGER, records INTEGER NOT NULL, ' +
  'first TEXT NOT NULL, last TEXT NOT NULL)',
  'CREATE TABLE IF NOT EXISTS publication (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, ' +
  'listed INTEGER NOT NULL, due INTEGER NOT NULL, floor INTEGER NOT NULL, settings TEXT NOT NULL)',
  `CREATE INDEX IF NOT EXISTS small_bundles ON bundles (id) WHERE bytes < ${SMALL_BUNDLE_BYTES}`,
  'CREATE INDEX IF NOT EXISTS unbundled ON blocks (id, size) WHERE segment IS NULL AND bundle IS NULL',
  'CREATE INDEX IF NOT EXISTS bundled ON blocks (bundle) WHERE bundle IS NOT NULL'
]

/** Statements that note that a container lost a block. */
function lost (container: string): string {
  return `INSERT INTO unwritten (container, seq) VALUES (${container}, ${NEXT}) ` +
    'ON CONFLICT (container) DO UPDATE SET seq = excluded.seq WHERE seq <> excluded.seq; ' +
    `INSERT INTO changed (container, seq) VALUES (${container}, ${NEXT}) ` +
    'ON CONFLICT (container) DO UPDATE SET seq = excluded.seq, listed = NULL WHERE seq <> excluded.seq;'
}

/** Triggers, so that each change of blocks and the note of it are in one transaction. */
const TRIGGERS = [
  'CREATE TRIGGER IF NOT EXISTS segment_ended AFTER UPDATE OF live ON segments ' +
  `WHEN OLD.live IS NULL AND NEW.live > 0 BEGIN INSERT OR REPLACE INTO unwritten VALUES (NEW.id * 2, ${NEXT}); ` +
  'INSERT OR IGNORE INTO unindexed VALUES (NEW.id * 2); END',
  `CREATE TRIGGER IF NOT EXISTS placed_block_gone AFTER DELETE ON blocks WHEN OLD.segment IS NOT NULL BEGIN ${
    lost('OLD.segment * 2')
  } END`,
  `CREATE TRIGGER IF NOT EXISTS bundled_block_gone AFTER DELETE ON blocks WHEN OLD.bundle IS NOT NULL BEGIN ${
    lost('OLD.bundle * 2 + 1')
  } END`,
  'CREATE TRIGGER IF NOT EXISTS placed_block_moved AFTER UPDATE OF segment ON blocks ' +
  `WHEN OLD.segment IS NOT NULL BEGIN ${lost('OLD.segment * 2')} END`,
  'CREATE TRIGGER IF NOT EXISTS bundled_block_moved AFTER UPDATE OF bundle ON blocks ' +
  `WHEN OLD.bundle IS NOT NULL BEGIN ${lost('OLD.bundle * 2 + 1')} END`,
  'CREATE TRIGGER IF NOT EXISTS bundled_block_placed AFTER UPDATE OF segment ON blocks ' +
  'WHEN NEW.segment IS NOT NULL AND OLD.bundle IS NOT NULL BEGIN ' +
  'UPDATE blocks SET bundle = NULL WHERE id = NEW.id; END'
]

/**
 * Creates the tables of a publisher if they do not exist. The segments of a database of an earlier version are listed
 * as unpublished then.
 */
export function makePublishedTables (sql: Sql): void {
  sql.transaction(() => {
    if (!hasBundles(sql)) {
      sql.all('ALTER TABLE blocks ADD COLUMN bundle INTEGER')
    }

    ;[...TABLES, ...TRIGGERS].forEach((statement) => {
      sql.all(statement)
    })

    if (sql.all('SELECT 1 AS one FROM publication').length === 0) {
      sql.all("INSERT INTO publication VALUES (1, 0, 0, 1, 0, '')")
      sql.all('INSERT INTO unwritten SELECT id * 2, 1 FROM segments WHERE live > 0')
      sql.all('INSERT INTO unindexed SELECT id * 2 FROM segments WHERE live > 0')
    }
  })
}

function hasBundles (sql: Sql): boolean {
  const [{ sql: statement }] = sql.all<{ sql: string }>("SELECT sql FROM sqlite_master WHERE name = 'blocks'")
  return /\bbundle\b/.test(statement)
}
