import { multihashFromKey } from '../../../cid/multihash-key.ts'
import type { Database } from '../../database/database.ts'
import { recordKey, results, settle } from '../../database/database.ts'
import { BLOCKS, SEGMENTS } from '../schema/schema.ts'
import type { BlockRecord, SegmentHandle } from '../schema/schema.ts'
import type { SegmentCache } from '../segments/segment-cache.ts'
import { TaskBatch } from '../../../async/task-batch.ts'
import { findRun } from './find-run.ts'

/** Keys of which it is worth to see whether they are neighbours. */
const MIN_RUN = 32

/** Lookups that go without, once they were none: a walk asks for its blocks in one manner for long. */
const RUN_REST = 16

type Records = Map<string, BlockRecord>

/** Finds records in the index. Every answer is of a moment after the question. */
export class IndexLookup {
  readonly #database: Database
  readonly #cache: SegmentCache
  /** lookups of many keys before it is tried again whether they are neighbours */
  #rest = 0
  readonly #present = new TaskBatch((keys) => this.#findKeys(keys))
  readonly #sizes = new TaskBatch((keys) => this.#find(keys, this.#database.read([BLOCKS])))
  readonly #places = new TaskBatch((keys) => this.#findWithSegments(keys))

  constructor (database: Database, cache: SegmentCache) {
    this.#database = database
    this.#cache = cache
  }

  /** Whether a block is in the index. Cheaper than its record, which may hold its bytes. */
  async has (key: string): Promise<boolean> {
    return (await this.#present.add([key])).has(key)
  }

  async size (key: string): Promise<number | undefined> {
    return (await this.#sizes.add([key])).get(key)?.[2]
  }

  /**
   * The records of blocks that are going to be read; missing ones are missing in the result. The handles of their
   * segments are fetched along.
   */
  async records (keys: Iterable<string>): Promise<Records> {
    return await this.#places.add(keys)
  }

  async #findKeys (keys: string[]): Promise<Set<string>> {
    const index = this.#database.read([BLOCKS]).objectStore(BLOCKS)
    const found = await results(keys.map((key) => index.getKey(recordKey(multihashFromKey(key)))))
    return new Set(keys.filter((_, i) => found[i] !== undefined))
  }

  async #find (keys: string[], tx: IDBTransaction): Promise<Records> {
    const index = tx.objectStore(BLOCKS)

    if (keys.length >= MIN_RUN && --this.#rest <= 0) {
      const run = await findRun(index, keys)

      if (run != null) {
        return run
      }

      this.#rest = RUN_REST
    }

    const { siblings } = this.#cache
    const { generation } = siblings
    const found = await results<BlockRecord | undefined>(keys.map((key) => index.get(recordKey(multihashFromKey(key)))))
    const records: Records = new Map()

    found.forEach((record, i) => {
      if (record != null) {
        const [place] = record
        records.set(keys[i], record)

        // not those of neighbours: whoever goes through very many would have each go in and out, and old garbage is dear
        if (typeof place !== 'number') {
          siblings.keep(keys[i], place, generation, true)
        }
      }
    })

    return records
  }

  async #findWithSegments (keys: string[]): Promise<Records> {
    const tx = this.#database.read([BLOCKS, SEGMENTS])
    const records = await this.#find(keys, tx)
    const missing = new Set<number>()

    for (const [place] of records.values()) {
      if (typeof place === 'number' && this.#cache.handle(place) == null) {
        missing.add(place)
      }
    }

    await Promise.all([...missing].map(async (segment) => {
      const handle = await settle<SegmentHandle | undefined>(tx.objectStore(SEGMENTS).get(segment))

      if (handle != null) {
        this.#cache.setHandle(segment, handle)
      }
    }))

    return records
  }
}
