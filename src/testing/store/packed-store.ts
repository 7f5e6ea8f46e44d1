import type { CID } from 'multiformats/cid'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import type { Database } from '../../store/database/database.ts'
import { Database as Connection, requestResult } from '../../store/database/database.ts'
import { openDatabase } from '../../store/database/open-database.ts'
import type { PackedBlockstore } from '../../store/packed/packed-blockstore.ts'
import { readCounters } from '../../store/packed/schema/counters.ts'
import { migrateStore } from '../../store/packed/schema/migrations.ts'
import {
  ALL_STORES,
  BLOCKS,
  JOURNAL,
  META,
  PAGES,
  SCHEMA_VERSION,
  SEGMENTS,
  USAGE
} from '../../store/packed/schema/schema.ts'
import type { BlockRecord, SegmentHandle, SegmentUsage } from '../../store/packed/schema/schema.ts'
import { extentOf } from '../../store/packed/segments/extent.ts'

/** Kills a store like its worker, at the n-th boundary of a write transaction after it is armed. */
export class KillSwitch {
  killed = false
  steps = 0
  #after = Infinity

  /** Kills it now, during any background work. */
  now (): void {
    this.killed = true
  }

  arm (after: number): void {
    this.#after = this.steps + after
  }

  readonly hook = (): void => {
    if (this.killed || this.steps++ >= this.#after) {
      this.killed = true
      throw new Error('killed')
    }
  }
}

/** Reads the database of a store through a separate connection, to see what is really stored. */
export async function inspect<T> (
  indexedDB: IDBFactory,
  name: string,
  look: (database: Database) => Promise<T>
): Promise<T> {
  const database = new Connection(await openDatabase(indexedDB, name, SCHEMA_VERSION, migrateStore))

  try {
    return await look(database)
  } finally {
    database.close()
  }
}

/**
 * Returns the inconsistencies in the database of an idle store: counters against records, records against segments,
 * usage against records, and left-over journal rows. An empty list if there are none.
 */
export async function inconsistencies (indexedDB: IDBFactory, name: string): Promise<string[]> {
  return await inspect(indexedDB, name, async (database) => {
    const tx = database.read(ALL_STORES)
    const all = async <T>(store: string): Promise<Array<[IDBValidKey, T]>> => {
      const [keys, values] = await Promise.all([
        requestResult(tx.objectStore(store).getAllKeys()),
        requestResult<T[]>(tx.objectStore(store).getAll())
      ])
      return keys.map((key, i) => [key, values[i]])
    }
    const [records, pages, segments, usages, journal, counters] = await Promise.all([
      all<BlockRecord>(BLOCKS),
      all<Uint8Array>(PAGES),
      all<SegmentHandle>(SEGMENTS),
      all<SegmentUsage>(USAGE),
      all(JOURNAL),
      readCounters(tx)
    ])
    const wrong: string[] = []
    const live = new Map<IDBValidKey, number>(segments.map(([segment]) => [segment, 0]))

    for (const [, [place, offset, length]] of records) {
      if (typeof place === 'number') {
        const handle = segments.find(([segment]) => segment === place)?.[1]
        live.set(place, (live.get(place) ?? 0) + length)

        if (handle == null || (typeof handle === 'number' ? handle : handle.size) < extentOf(offset, length).end) {
          wrong.push(`a record points outside of segment ${place}`)
        }
      } else if (place.byteLength !== length) {
        wrong.push(`an inline record has ${place.byteLength} of ${length} bytes`)
      }
    }

    for (const [segment, bytes] of live) {
      const usage = usages.find(([key]) => key === segment)?.[1]

      if (usage?.[0] !== bytes || bytes === 0) {
        wrong.push(`segment ${String(segment)} has ${bytes} live bytes and counts ${usage?.[0]}`)
      }
    }

    wrong.push(...inconsistentPages(segments, pages))
    const bytes = records.reduce((sum, [, [, , length]]) => sum + length, 0)

    if (counters.blocks !== records.length || counters.bytes !== bytes) {
      wrong.push(
        `counters say ${counters.blocks} blocks of ${counters.bytes} bytes, there are ${records.length} of ${bytes}`
      )
    }

    if (usages.length !== segments.length || journal.length > 0) {
      wrong.push(`${usages.length} usages of ${segments.length} segments, ${journal.length} journal rows`)
    }

    return wrong
  })
}

/** Compares the size of each paged segment with its pages. A page without its segment would never be removed. */
function inconsistentPages (
  segments: ReadonlyArray<[IDBValidKey, SegmentHandle]>,
  pages: ReadonlyArray<[IDBValidKey, Uint8Array]>
): string[] {
  const handles = new Map(segments)
  const paged = new Map<IDBValidKey, number>(
    segments.filter(([, handle]) => typeof handle === 'number').map(([segment]) => [segment, 0])
  )

  for (const [key, { byteLength }] of pages) {
    const [segment] = key as [number, number]
    paged.set(segment, (paged.get(segment) ?? 0) + byteLength)
  }

  return [...paged].filter(([segment, bytes]) => handles.get(segment) !== bytes).map(([segment, bytes]) =>
    `segment ${String(segment)} has pages of ${bytes} bytes`
  )
}

/** Returns the content of a store: block keys and bytes. */
export async function storedBlocks (store: PackedBlockstore): Promise<Map<string, Uint8Array>> {
  const blocks = new Map<string, Uint8Array>()
  const cids: CID[] = []

  for await (const cid of store.keys()) {
    cids.push(cid)
  }

  for await (const { cid, bytes } of store.bytesMany(cids)) {
    blocks.set(multihashKey(cid.multihash.bytes), bytes)
  }

  return blocks
}

/** Returns the number of segments. */
export async function segmentCount (indexedDB: IDBFactory, name: string): Promise<number> {
  return await inspect(
    indexedDB,
    name,
    async (database) => await requestResult(database.read([SEGMENTS, META]).objectStore(SEGMENTS).count())
  )
}
