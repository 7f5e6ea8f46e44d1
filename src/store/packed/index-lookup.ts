import { multihashFromKey } from '../multihash-key.ts'
import type { Database } from '../database.ts'
import { recordKey, results, settle } from '../database.ts'
import { BLOCKS, SEGMENTS } from './schema.ts'
import type { BlockRecord } from './schema.ts'
import type { SegmentCache } from './segment-cache.ts'

interface Batch {
  keys: Set<string>
  /** also fetch the handles of the segments, which the caller is going to read */
  segments: boolean
  records: Promise<Map<string, BlockRecord>>
}

/** Finds records. What is asked for in one task goes into one transaction: a transaction each would take 5 times as long. */
export class IndexLookup {
  readonly #database: Database
  readonly #cache: SegmentCache
  #open?: Batch

  constructor (database: Database, cache: SegmentCache) {
    this.#database = database
    this.#cache = cache
  }

  /** The record of a block, as of a moment after the call. */
  async record (key: string, segments: boolean): Promise<BlockRecord | undefined> {
    return (await this.records([key], segments)).get(key)
  }

  /** The records of blocks; missing ones are missing in the result. */
  async records (keys: Iterable<string>, segments: boolean): Promise<Map<string, BlockRecord>> {
    const batch = this.#open ??= this.#newBatch()
    batch.segments ||= segments

    for (const key of keys) {
      batch.keys.add(key)
    }

    return await batch.records
  }

  #newBatch (): Batch {
    const batch: Batch = { keys: new Set(), segments: false, records: Promise.resolve().then(() => this.#run(batch)) }
    return batch
  }

  async #run (batch: Batch): Promise<Map<string, BlockRecord>> {
    this.#open = undefined
    const keys = [...batch.keys]
    const tx = this.#database.read(batch.segments ? [BLOCKS, SEGMENTS] : [BLOCKS])
    const index = tx.objectStore(BLOCKS)
    const found = await results<BlockRecord | undefined>(keys.map((key) => index.get(recordKey(multihashFromKey(key)))))
    const records = new Map<string, BlockRecord>()

    found.forEach((record, i) => {
      if (record != null) {
        records.set(keys[i], record)
      }
    })

    if (batch.segments) {
      await this.#fetchSegments(tx, records)
    }

    return records
  }

  async #fetchSegments (tx: IDBTransaction, records: Map<string, BlockRecord>): Promise<void> {
    const missing = new Set<number>()

    for (const [place] of records.values()) {
      if (typeof place === 'number' && this.#cache.blob(place) == null) {
        missing.add(place)
      }
    }

    await Promise.all([...missing].map(async (segment) => {
      const blob = await settle<Blob | undefined>(tx.objectStore(SEGMENTS).get(segment))

      if (blob != null) {
        this.#cache.setBlob(segment, blob)
      }
    }))
  }
}
