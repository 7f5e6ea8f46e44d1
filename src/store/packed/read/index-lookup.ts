import { TaskBatch } from '../../../async/locks/task-batch.ts'
import { multihashFromKey } from '../../../cid/hash/multihash-key.ts'
import type { Database } from '../../database/database.ts'
import { recordKey, requestResults, resultOrUndefined } from '../../database/database.ts'
import { BLOCKS, SEGMENTS } from '../schema/schema.ts'
import type { BlockRecord, SegmentHandle } from '../schema/schema.ts'
import type { SegmentCache } from '../segments/segment-cache.ts'
import { findNeighbours } from './find-neighbours.ts'

/** Number of keys from which on it pays to test whether they are neighbours. */
const MIN_RUN = 32

/** Lookups that skip the test after it failed: a walk keeps its access pattern for long. */
const RUN_REST = 16

/** Transactions that look up places at once. Lookups that arrive meanwhile share the next one. */
const LOOKUPS = 2

type Records = Map<string, BlockRecord>

/** Finds records in the index. Every answer reflects a moment after the call. */
export class IndexLookup {
  readonly #database: Database
  readonly #cache: SegmentCache
  /** lookups of many keys until neighbours are tested for again */
  #rest = 0
  readonly #present = new TaskBatch((keys) => this.#findKeys(keys))
  readonly #sizes = new TaskBatch((keys) => this.#find(keys, this.#database.read([BLOCKS])))
  readonly #places = new TaskBatch((keys) => this.#findWithSegments(keys), { atOnce: LOOKUPS })

  constructor (database: Database, cache: SegmentCache) {
    this.#database = database
    this.#cache = cache
  }

  /** Returns whether a block is in the index. Cheaper than reading its record, which may contain its bytes. */
  async has (key: string): Promise<boolean> {
    return (await this.#present.add([key])).has(key)
  }

  async size (key: string): Promise<number | undefined> {
    return (await this.#sizes.add([key])).get(key)?.[2]
  }

  /**
   * Reads the records of blocks that will be read, together with the handles of their segments. Missing blocks are
   * missing in the result.
   */
  async records (keys: Iterable<string>): Promise<Records> {
    return await this.#places.add(keys)
  }

  async #findKeys (keys: string[]): Promise<Set<string>> {
    const index = this.#database.read([BLOCKS]).objectStore(BLOCKS)
    const found = await requestResults(keys.map((key) => index.getKey(recordKey(multihashFromKey(key)))))
    return new Set(keys.filter((_, i) => found[i] !== undefined))
  }

  async #find (keys: string[], tx: IDBTransaction): Promise<Records> {
    const index = tx.objectStore(BLOCKS)

    if (keys.length >= MIN_RUN && --this.#rest <= 0) {
      const run = await findNeighbours(index, keys)

      if (run != null) {
        return run
      }

      this.#rest = RUN_REST
    }

    const { recent } = this.#cache
    const { generation } = recent
    const found = await requestResults<BlockRecord | undefined>(
      keys.map((key) => index.get(recordKey(multihashFromKey(key))))
    )
    const records: Records = new Map()

    found.forEach((record, i) => {
      if (record != null) {
        const [place] = record
        records.set(keys[i], record)

        // Neighbours are not cached: a walk through very many blocks would add and evict each of them.
        if (typeof place !== 'number') {
          recent.keep(keys[i], place, generation, true)
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
      const handle = await resultOrUndefined<SegmentHandle | undefined>(tx.objectStore(SEGMENTS).get(segment))

      if (handle != null) {
        this.#cache.setHandle(segment, handle)
      }
    }))

    return records
  }
}
