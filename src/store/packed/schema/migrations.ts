import { requestResult } from '../../database/database.ts'
import { BLOCKS, CONTENTS, JOURNAL, META, NOTES, PAGES, SEGMENTS, SPARSE, SPARSE_BELOW, USAGE } from './schema.ts'
import type { BlockRecord, Counters } from './schema.ts'
import { NO_COUNTERS } from './schema.ts'
import { packEntries } from './segment-lists.ts'
import type { SegmentEntry } from './segment-lists.ts'

/** Migrates the layout from the previous version to the version of its key. Runs inside the upgrade transaction. */
type Migration = (db: IDBDatabase, tx: IDBTransaction) => Promise<void>

const migrations: Record<number, Migration> = {
  // 1: blocks, segments, journal, counters
  1: async (db) => {
    ;[BLOCKS, SEGMENTS, JOURNAL, META].forEach((name) => db.createObjectStore(name))
  },

  // 2: segments know their blocks and count their dead bytes, so that sparse ones can be rewritten
  2: async (db, tx) => {
    ;[CONTENTS, USAGE, SPARSE].forEach((name) => db.createObjectStore(name))
    await describeSegments(tx)
  },

  // 3: small segments are written in pages
  3: async (db) => {
    db.createObjectStore(PAGES)
  },

  // 4: notes; older code would remove blocks without forgetting the notes
  4: async (db) => {
    db.createObjectStore(NOTES)
  },

  // 5: segments may contain only the payload of a leaf, which older code would take for the block
  5: async () => {}
}

/**
 * Runs every step from `oldVersion` (0: a new database) to `newVersion` in the upgrade transaction. If one fails, the
 * transaction is aborted and the repo is unchanged.
 */
export async function migrateStore (
  db: IDBDatabase,
  tx: IDBTransaction,
  oldVersion: number,
  newVersion: number
): Promise<void> {
  for (let version = oldVersion + 1; version <= newVersion; version++) {
    await migrations[version](db, tx)
  }
}

async function describeSegments (tx: IDBTransaction): Promise<void> {
  const entries = new Map<number, SegmentEntry[]>()

  await eachRecord(tx.objectStore(BLOCKS), (multihash, [place, offset, length]) => {
    if (typeof place === 'number') {
      const list = entries.get(place) ?? []
      list.push({ multihash, offset, length })
      entries.set(place, list)
    }
  })

  const segments = await requestResult(tx.objectStore(SEGMENTS).getAllKeys()) as number[]

  for (const segment of segments) {
    const list = (entries.get(segment) ?? []).sort((a, b) => a.offset - b.offset)

    if (list.length === 0) {
      tx.objectStore(SEGMENTS).delete(segment)
      continue
    }

    const blob = await requestResult<Blob>(tx.objectStore(SEGMENTS).get(segment))
    const live = list.reduce((sum, { length }) => sum + length, 0)
    tx.objectStore(CONTENTS).put(packEntries(list), segment)
    tx.objectStore(USAGE).put([live, blob.size], segment)

    if (live < blob.size * SPARSE_BELOW) {
      tx.objectStore(SPARSE).put(true, segment)
    }
  }

  const counters = await requestResult<Partial<Counters> | undefined>(tx.objectStore(META).get('counters'))
  const nextSegment = segments.reduce((max, segment) => Math.max(max, segment + 1), 1)
  tx.objectStore(META).put({ ...NO_COUNTERS, ...counters, nextSegment }, 'counters')
}

function eachRecord (
  store: IDBObjectStore,
  visit: (multihash: Uint8Array, record: BlockRecord) => void
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = store.openCursor()
    request.onerror = () => {
      reject(request.error!)
    }
    request.onsuccess = () => {
      const cursor = request.result

      if (cursor == null) {
        resolve()
        return
      }

      visit(new Uint8Array(cursor.key as ArrayBuffer), cursor.value as BlockRecord)
      cursor.continue()
    }
  })
}
